"""The door for editors: the only package that knows the language server protocol."""

from memory_ls.lsp.quick_types import hasten

hasten()  # before anything here imports the protocol's types

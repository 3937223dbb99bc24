"""memory-ls: one core, several doors, for the markdown files in which coding agents keep their memory."""

__version__ = "0.1.0"

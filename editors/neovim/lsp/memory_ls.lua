-- The language server for `vim.lsp.enable('memory_ls')`. Change any of it with `vim.lsp.config('memory_ls', { … })`.
local memory = require('memory_ls')

---@type vim.lsp.Config
return {
  cmd = { 'memory-ls', 'server' },
  filetypes = { 'markdown' },
  root_markers = { '.git' },
  -- One server for all projects and the global memory: it has to know every open buffer to move notes between them.
  reuse_client = function(client, config)
    return client.name == config.name and not client:is_stopped()
  end,
  init_options = { showsDocuments = true, asksText = true },
  handlers = { ['memoryLs/ask'] = memory.ask_text },
  commands = memory.client_commands(),
}

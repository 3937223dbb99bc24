-- The user commands. The server itself is switched on by `vim.lsp.enable('memory_ls')`.
local SCOPES = { 'project', 'global' }

local function command(name, action, options)
  vim.api.nvim_create_user_command('Memory' .. name, action, options)
end

local function plain(name, describes)
  command(name, function()
    require('memory_ls').run(name:lower())
  end, { desc = describes })
end

plain('Doctor', 'How healthy the memory is')
plain('Preview', 'What the agent is given, note for note')
plain('List', 'All notes')
plain('Paths', 'Where the notes are kept')
plain('Reload', 'Read the configuration and the stores again')

command('Clear', function(call)
  local scope = call.fargs[1]
  if scope and not vim.list_contains(SCOPES, scope) then
    vim.notify('MemoryClear: project or global, not ' .. scope, vim.log.levels.ERROR)
    return
  end
  require('memory_ls').run('clear', { scope = scope or vim.NIL })
end, {
  nargs = '?',
  complete = function(lead)
    return vim.tbl_filter(function(scope)
      return vim.startswith(scope, lead)
    end, SCOPES)
  end,
  desc = 'Clear one memory, after asking and with a backup',
})

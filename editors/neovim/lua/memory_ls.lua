-- What Neovim adds to the server's commands: showing their answers, asking for text.
local M = {}

local NAME = 'memory_ls'
local REPORTS = { 'doctor', 'preview', 'list', 'paths', 'clear', 'compare' }
local COMMANDS = vim.list_extend({ 'reload' }, REPORTS)

---Shows a report in a read-only scratch window below; the same title takes the same window.
---@param title string
---@param markdown string
local function show(title, markdown)
  local name = 'memory-ls://' .. title
  local buffer = vim.fn.bufadd(name)
  vim.bo[buffer].buftype = 'nofile'
  vim.bo[buffer].bufhidden = 'wipe'
  vim.bo[buffer].swapfile = false
  vim.fn.bufload(buffer)
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(vim.trim(markdown), '\n', { plain = true }))
  vim.bo[buffer].modifiable = false
  local window = vim.fn.bufwinid(buffer)
  if window ~= -1 then
    vim.api.nvim_set_current_win(window)
  else
    vim.api.nvim_open_win(buffer, true, { split = 'below' })
  end
  vim.bo[buffer].filetype = 'markdown'
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = buffer, desc = 'Close the report' })
end

---@param client vim.lsp.Client
---@param command string with its prefix
---@param arguments table[]
---@param buffer integer
local function request(client, command, arguments, buffer)
  local params = { command = command, arguments = arguments }
  client:request('workspace/executeCommand', params, function(problem, answer)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
    elseif type(answer) ~= 'table' then
      return
    elseif answer.markdown then
      show(answer.title, answer.markdown)
    elseif answer.message then
      vim.notify(answer.message)
    end
  end, buffer)
end

---@param client vim.lsp.Client
---@param run fun(client: vim.lsp.Client)
local function when_ready(client, run)
  if client.initialized then
    run(client)
  elseif not client:is_stopped() then
    vim.defer_fn(function()
      when_ready(client, run)
    end, 50)
  end
end

---Calls `run` with the running client, or with one that is started now and attached to nothing.
---@param buffer integer
---@param run fun(client: vim.lsp.Client)
local function with_client(buffer, run)
  local config = vim.deepcopy(vim.lsp.config[NAME])
  config.root_dir = vim.fs.root(buffer, config.root_markers) or vim.uv.cwd()
  local id = vim.lsp.start(config, { bufnr = buffer, reuse_client = config.reuse_client, attach = false })
  local client = id and vim.lsp.get_client_by_id(id)
  if client then
    when_ready(client, run)
  end
end

---Runs one of the server's commands for the current buffer and shows what it answers.
---@param command string without its prefix
---@param extra table? further fields of the command's parameter
function M.run(command, extra)
  local buffer = vim.api.nvim_get_current_buf()
  local file = vim.bo[buffer].buftype == '' and vim.api.nvim_buf_get_name(buffer) ~= ''
  local parameter = vim.tbl_extend('force', { uri = file and vim.uri_from_bufnr(buffer) or vim.NIL }, extra or {})
  with_client(buffer, function(client)
    request(client, 'memory-ls.' .. command, { parameter }, buffer)
  end)
end

---The server's commands as a code lens or a code action runs them: like any, but with the answer shown.
---@return table<string, fun(command: lsp.Command, context: lsp.HandlerContext)>
function M.client_commands()
  local commands = {}
  for _, name in ipairs(COMMANDS) do
    commands['memory-ls.' .. name] = function(command, context)
      local client = assert(vim.lsp.get_client_by_id(context.client_id))
      request(client, command.command, command.arguments or {}, context.bufnr)
    end
  end
  return commands
end

---Answers the server's `memoryLs/ask`: a line to be changed, nil when it is cancelled.
function M.ask_text(_, params)
  local asking = assert(coroutine.running())
  vim.ui.input({ prompt = params.prompt .. ': ', default = params.value }, function(text)
    vim.schedule(function()
      coroutine.resume(asking, text or vim.NIL)
    end)
  end)
  return coroutine.yield()
end

return M

-- The set-up that the README tells, and what lets a test answer questions and see what is said.
vim.opt.swapfile = false
vim.opt.shadafile = 'NONE'
vim.opt.runtimepath:append(vim.env.MEMORY_LS_EDITOR)
vim.lsp.config('memory_ls', { cmd = vim.json.decode(vim.env.MEMORY_LS_COMMAND) })
vim.lsp.enable('memory_ls')

T = { asked = {}, said = {}, answers = {} }

local function next_answer(prompt)
  table.insert(T.asked, prompt)
  return table.remove(T.answers, 1)
end

---An answer is a part of the chosen title; none cancels.
vim.ui.select = function(items, options, on_choice)
  local answer = next_answer(options.prompt)
  for index, item in ipairs(items) do
    local title = options.format_item and options.format_item(item) or tostring(item)
    if answer and title:lower():find(answer:lower(), 1, true) then
      return on_choice(item, index)
    end
  end
  on_choice(nil, nil)
end

---An answer is the text; '=' takes the suggested one, none cancels.
vim.ui.input = function(options, on_confirm)
  local answer = next_answer(options.prompt)
  on_confirm(answer == '=' and options.default or answer)
end

vim.notify = function(message)
  table.insert(T.said, message)
end

---Whether the server knows the current buffer.
function T.attached()
  local client = vim.lsp.get_clients({ bufnr = 0, name = 'memory_ls' })[1]
  return client ~= nil and client.initialized == true
end

function T.findings(buffer)
  return vim.tbl_map(function(one)
    return {
      row = one.lnum,
      column = one.col,
      end_column = one.end_col,
      code = one.code,
      message = one.message,
      severity = one.severity,
      source = one.source,
    }
  end, vim.diagnostic.get(buffer))
end

---Titles of what can be done about one row, from 0; nil when the server does not answer.
function T.actions(row)
  local client = vim.lsp.get_clients({ name = 'memory_ls' })[1]
  local width = #vim.api.nvim_buf_get_lines(0, row, row + 1, true)[1]
  local params = vim.lsp.util.make_given_range_params({ row + 1, 0 }, { row + 1, width }, 0, client.offset_encoding)
  params.context = { diagnostics = {}, triggerKind = 1 }
  local answer = client:request_sync('textDocument/codeAction', params, 20000, 0)
  return answer and vim.tbl_map(function(action)
    return action.title
  end, answer.result or {})
end

function T.fix(row, title)
  vim.api.nvim_win_set_cursor(0, { row + 1, 0 })
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return action.title == title
    end,
  })
end

---Whether a row carries an extmark of a highlight group.
function T.highlighted(row, group)
  for _, mark in ipairs(vim.api.nvim_buf_get_extmarks(0, -1, { row, 0 }, { row, -1 }, { details = true, overlap = true })) do
    if mark[4].hl_group == group then
      return true
    end
  end
  return false
end

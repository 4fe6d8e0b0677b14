-- Neovim, headless: starts the server on a file, makes a mistake in it, and writes down what comes back.
-- nvim --headless --clean -u NONE -l is not in every version, so: nvim --headless --clean -c "luafile nvim.lua"
local command, file, out = vim.env.RULEWRIGHT, vim.env.RULES, vim.env.ANSWERS
local answers = {}

local function done()
  local handle = io.open(out, "w")
  handle:write(vim.fn.json_encode(answers))
  handle:close()
  vim.cmd("qall!")
end

vim.cmd("edit " .. file)
local client = vim.lsp.start_client({ name = "rulewright", cmd = vim.split(command, " "), root_dir = vim.fn.fnamemodify(file, ":h") })
vim.lsp.buf_attach_client(0, client)
vim.wait(60000, function() return vim.lsp.buf_get_clients(0)[client] ~= nil and vim.lsp.buf_get_clients(0)[client].initialized end, 50)

local function ask(method, line, column)
  local params = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = column } }
  local found = vim.lsp.buf_request_sync(0, method, params, 60000)
  return found and found[client] and found[client].result or nil
end

local row = vim.fn.search("set lit to no", "n") - 1
vim.wait(60000, function()
  local found = ask("textDocument/hover", row, 9)
  return found ~= nil and string.find(found.contents.value, "state lit", 1, true) ~= nil
end, 200)
answers.hover = ask("textDocument/hover", row, 9).contents.value
answers.definition = ask("textDocument/definition", row, 9)

vim.api.nvim_buf_set_lines(0, row, row + 1, false, { "    set litt to no" })
vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 50)
answers.diagnostics = vim.tbl_map(function(one) return { line = one.lnum, code = one.code, message = one.message } end,
  vim.diagnostic.get(0))
done()

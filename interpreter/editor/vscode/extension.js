// The extension: starts `rulewright lsp`, and carries out what its lenses and tasks stand for.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function settings() {
  return vscode.workspace.getConfiguration("rulewright").get("command");
}

function start() {
  const [command, ...args] = settings();
  const documents = [
    { scheme: "file", language: "rulewright" },
    { scheme: "file", pattern: "**/*.csv" },
  ];
  client = new LanguageClient("rulewright", "Rulewright", { command, args }, {
    documentSelector: documents,
    middleware: { executeCommand: carryOut },
  });
  return client.start();
}

// "what it was" shows the rule beside the edit; the server has found it
async function carryOut(command, args, next) {
  const found = await next(command, args);
  if (command === "rulewright.was" && found) {
    const line = new vscode.Range(found.line, 0, found.line, 0);
    await vscode.window.showTextDocument(vscode.Uri.parse(found.uri), {
      viewColumn: vscode.ViewColumn.Beside, preview: true, selection: line,
    });
  }
  return found;
}

function terminal(words) {
  const shell = vscode.window.terminals.find((one) => one.name === "Rulewright") || vscode.window.createTerminal("Rulewright");
  shell.show(true);
  shell.sendText([settings()[0], ...words.map((word) => JSON.stringify(word))].join(" "));
}

function openFile() {
  const editor = vscode.window.activeTextEditor;
  return editor ? editor.document.uri.fsPath : "";
}

function taskOf(definition) {
  const words = [definition.command, definition.file || openFile()];
  const run = new vscode.ShellExecution(settings()[0], words);
  return new vscode.Task(definition, vscode.TaskScope.Workspace, words.join(" "), "rulewright", run);
}

exports.activate = function (context) {
  context.subscriptions.push(
    vscode.commands.registerCommand("rulewright.diff", (path) => terminal(["diff", path])),
    vscode.commands.registerCommand("rulewright.play", (path, title) => terminal(["referee", path, "--scenario", title])),
    vscode.commands.registerCommand("rulewright.checkGame", () => terminal(["check", openFile()])),
    vscode.commands.registerCommand("rulewright.testGame", () => terminal(["test", openFile(), "--plays", "0"])),
    vscode.commands.registerCommand("rulewright.restart", () => client.restart()),
    vscode.debug.registerDebugAdapterDescriptorFactory("rulewright", {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(settings()[0], ["debug", "--dap"]),
    }),
    vscode.debug.registerDebugConfigurationProvider("rulewright", {
      resolveDebugConfiguration: (folder, config) => (config.type ? config
        : { type: "rulewright", request: "launch", name: "Look at this file", program: openFile() }),
    }),
    vscode.tasks.registerTaskProvider("rulewright", {
      provideTasks: () => ["check", "test", "rulebook"].map((command) => taskOf({ type: "rulewright", command })),
      resolveTask: (task) => taskOf(task.definition),
    }),
  );
  return start();
};

exports.deactivate = function () {
  return client ? client.stop() : undefined;
};

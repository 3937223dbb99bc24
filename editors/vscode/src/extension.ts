import * as vscode from "vscode";
import { LanguageClient, LanguageClientOptions, ServerOptions, TransportKind } from "vscode-languageclient/node";
import { Reports } from "./reports";
import { findServer } from "./server";

const SECTION = "memoryLs";
const COMMANDS = ["doctor", "clear", "preview", "reload"];

let client: LanguageClient | undefined;
let started: string[] | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const reports = new Reports();
  context.subscriptions.push(
    reports,
    ...COMMANDS.map((name) => vscode.commands.registerCommand(`${SECTION}.${name}`, () => run(name))),
    vscode.workspace.onDidGrantWorkspaceTrust(() => client?.sendNotification("memoryLs/didGrantTrust", {})),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      // Granting trust reports a restricted setting as changed even when it is the same.
      if (change.affectsConfiguration(`${SECTION}.server.command`) && String(serverCommand()) !== String(started)) {
        await stop();
        await start(reports);
      }
    }),
  );
  await start(reports);
}

export function deactivate(): Promise<void> {
  return stop();
}

function serverCommand(): string[] | undefined {
  return findServer(vscode.workspace.getConfiguration(SECTION).get<string[]>("server.command", []), process.env);
}

async function start(reports: Reports): Promise<void> {
  const settings = vscode.workspace.getConfiguration(SECTION);
  const command = (started = serverCommand());
  if (!command) {
    void tellMissing("The memory-ls server is not on PATH. Install it with pip, or name its command line in the settings.");
    return;
  }
  const server: ServerOptions = { command: command[0], args: command.slice(1), transport: TransportKind.stdio };
  const options: LanguageClientOptions = {
    documentSelector: [{ scheme: "file", language: "markdown" }],
    outputChannelName: "Memory",
    synchronize: { configurationSection: SECTION },
    initializationOptions: {
      trusted: vscode.workspace.isTrusted,
      settings: { staleDays: settings.get("staleDays"), select: settings.get("select"), ignore: settings.get("ignore") },
      showsDocuments: true,
      asksText: true,
    },
    middleware: {
      // The client registers the server's commands; palette, code lens and code action all come through here.
      executeCommand: async (name, parameters, next) => {
        const answer = await next(name, parameters);
        await reports.show(answer);
        return answer;
      },
    },
  };
  client = new LanguageClient(SECTION, "Memory", server, options);
  client.onRequest("memoryLs/ask", async (question: { prompt: string; value: string }) =>
    (await vscode.window.showInputBox({ prompt: question.prompt, value: question.value, ignoreFocusOut: true })) ?? null,
  );
  try {
    await client.start();
  } catch {
    client = undefined;
    void tellMissing(`The memory-ls server does not start: ${command.join(" ")}`);
  }
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function run(name: string): Promise<void> {
  if (!client) {
    await tellMissing("The memory-ls server is not running.");
    return;
  }
  const document = vscode.window.activeTextEditor?.document;
  const uri = document?.uri.scheme === "file" ? document.uri.toString() : null;
  await vscode.commands.executeCommand(`memory-ls.${name}`, { uri });
}

async function tellMissing(problem: string): Promise<void> {
  const open = "Open Settings";
  if ((await vscode.window.showErrorMessage(problem, open)) === open) {
    // In a remote window the server runs there, and so is its command line set there.
    const settings = vscode.env.remoteName ? "openRemoteSettings" : "openSettings";
    await vscode.commands.executeCommand(`workbench.action.${settings}`, { query: `${SECTION}.server.command` });
  }
}

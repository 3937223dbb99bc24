import * as vscode from "vscode";

/** What a command of the server answers: a document, or one line. */
export type Answer = { title: string; markdown: string } | { message: string } | null | undefined;

const SCHEME = "memory-ls";

/** Read-only documents for the server's reports; a report of the same title takes the same document. */
export class Reports implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? "";
  }

  async show(answer: Answer): Promise<void> {
    if (!answer) return;
    if ("message" in answer) {
      vscode.window.showInformationMessage(answer.message);
      return;
    }
    const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${answer.title}.md` });
    this.texts.set(uri.path, answer.markdown);
    this.changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }
}

// A model for Pi that follows a script, without a key or a network. MEMORY_LS_SCRIPT names a JSON file: a list of
// [tool, arguments]. MEMORY_LS_SEEN names a file that gets one JSON line for each request.
import { appendFileSync, readFileSync } from "node:fs";
import { fauxAssistantMessage, fauxProvider, fauxText, fauxToolCall } from "@earendil-works/pi-ai";
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function scripted(pi: ExtensionAPI): void {
  const calls: [string, Record<string, unknown>][] = JSON.parse(readFileSync(process.env.MEMORY_LS_SCRIPT!, "utf8"));
  const faux = fauxProvider({ provider: "faux", models: [{ id: "faux-1", contextWindow: 200_000, maxTokens: 4096 }] });
  const seen = (context: unknown) => appendFileSync(process.env.MEMORY_LS_SEEN!, JSON.stringify(context) + "\n");
  const turns = calls.map(([tool, args]) => (context: unknown) => {
    seen(context);
    return fauxAssistantMessage([fauxToolCall(tool, args as never)], { stopReason: "toolUse" });
  });
  const last = (context: unknown) => {
    seen(context);
    return fauxAssistantMessage([fauxText("done")]);
  };
  faux.setResponses([...turns, ...Array(20).fill(last)] as never);
  pi.registerProvider(faux.provider as never);
}

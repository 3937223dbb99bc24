/**
 * memory-ls in the Pi agent.
 *
 * Gives the model the memory notes once a session and again after compaction, recalls notes that a prompt is about,
 * registers the `memory` tools, and adds the command `/memory`. All of it is the program `memory-ls`; nothing here
 * reads or writes a note.
 */
import { spawn } from "node:child_process";
import {
  type ExtensionAPI,
  type ExtensionContext,
  getAgentDir,
  hasTrustRequiringProjectResources,
  ProjectTrustStore,
} from "@earendil-works/pi-coding-agent";

const PROGRAM = process.env.MEMORY_LS_COMMAND || "memory-ls";
const GIVEN = "memory-ls";
const RECALLED = "memory-ls-recalled";
/** Milliseconds that an answer may take before the agent goes on without. */
const PATIENCE = 10_000;

interface Answer {
  text: string;
  message: string;
}

const NOTHING: Answer = { text: "", message: "" };

export default function memoryLs(pi: ExtensionAPI): void {
  /** What the model should have now, and what of it the next message brings. */
  let given = "";
  let pending = "";
  let warned = false;

  async function ask(event: string, ctx: ExtensionContext, more: Record<string, string> = {}): Promise<Answer> {
    const said = { session_id: ctx.sessionManager.getSessionId(), cwd: ctx.cwd, ...more };
    const words = ["hook", event, "--host", "pi", ...(vouched(ctx) ? ["--trusted"] : [])];
    try {
      return understood(await run(words, ctx.cwd, JSON.stringify(said)));
    } catch (error) {
      if (!warned) {
        warned = true;
        tell(ctx, `memory-ls does not answer (${error instanceof Error ? error.message : "unknown error"})`, "warning");
      }
      return NOTHING;
    }
  }

  async function start(ctx: ExtensionContext, source: string): Promise<void> {
    const answer = await ask("session-start", ctx, { hook_event_name: "session_start", source });
    if (answer.text || source === "compact") given = answer.text; // nothing after a compaction: paused
    pending = source === "compact" ? "" : answer.text;
    if (answer.message && source === "startup") tell(ctx, answer.message, "info");
  }

  pi.on("session_start", async (event, ctx) => {
    given = "";
    pi.registerMcpServer("memory", {
      command: PROGRAM,
      args: ["mcp", "--project", ctx.cwd, ...(vouched(ctx) ? ["--trusted"] : [])],
      exposure: "direct",
    });
    await start(ctx, event.reason === "startup" || event.reason === "new" ? "startup" : "resume");
  });

  pi.on("session_compact", async (_event, ctx) => {
    await start(ctx, "compact");
  });

  pi.on("before_agent_start", async (event, ctx) => {
    const recalled = event.messageType === "user" ? await ask("prompt", ctx, asked(event.prompt)) : NOTHING;
    if (recalled.message) tell(ctx, recalled.message, "info");
    const texts = [pending, recalled.text].filter((text) => text);
    if (!texts.length) return undefined;
    const customType = pending ? GIVEN : RECALLED;
    pending = "";
    return { message: { customType, content: texts.join("\n\n"), display: false } };
  });

  // One copy of the notes, the newest; where compaction took it away it stands before everything else.
  pi.on("context", (event) => {
    const isGiven = (message: { role: string; customType?: string }) =>
      message.role === "custom" && message.customType === GIVEN;
    const copies = event.messages.filter(isGiven);
    if (copies.length === 1 || (copies.length === 0 && !given)) return undefined;
    if (copies.length > 1) {
      const last = copies[copies.length - 1];
      return { messages: event.messages.filter((message) => !isGiven(message) || message === last) };
    }
    const again = { role: "custom" as const, customType: GIVEN, content: given, display: false, timestamp: Date.now() };
    return { messages: [again, ...event.messages] };
  });

  pi.on("agent_settled", async (_event, ctx) => {
    const saved = await ask("turn-end", ctx, { hook_event_name: "agent_settled" });
    if (saved.message) tell(ctx, saved.message, "info");
  });

  pi.on("session_shutdown", async (event, ctx) => {
    if (event.reason !== "reload") await ask("session-end", ctx, { hook_event_name: "session_shutdown" });
  });

  pi.registerCommand("memory", {
    description: "Memory notes: list, add TEXT, forget NOTE, preview, recall TEXT, doctor, paths, pause, trust",
    getArgumentCompletions: (prefix) => {
      const fitting = Object.keys(COMMANDS).filter((name) => name.startsWith(prefix));
      return fitting.length ? fitting.map((name) => ({ value: name, label: name })) : null;
    },
    handler: async (said, ctx) => {
      const [name = "list", ...rest] = said.trim() ? said.trim().split(/\s+/) : [];
      const command = COMMANDS[name];
      if (!command) {
        tell(ctx, `/memory ${Object.keys(COMMANDS).join(", ")}`, "warning");
        return;
      }
      const text = rest.join(" ");
      try {
        const answer = name === "trust" ? await trust(ctx) : await run(command(text), ctx.cwd, "");
        const out = answer.trim() || "nothing to show";
        if (ctx.hasUI) ctx.ui.notify(out, "info");
        else console.log(out);
      } catch (error) {
        tell(ctx, error instanceof Error ? error.message : String(error), "error");
      }
    },
  });
}

function asked(prompt: string): Record<string, string> {
  return { hook_event_name: "before_agent_start", prompt };
}

/** What a person may say after `/memory`, as words of the program. A text never counts as an option. */
const COMMANDS: Record<string, (text: string) => string[]> = {
  list: () => ["list"],
  add: (text) => ["add", "--", text],
  forget: (text) => ["forget", "--", text],
  preview: () => ["preview"],
  recall: (text) => (text ? ["recall", "--", text] : ["recall", "--last"]),
  doctor: () => ["doctor"],
  paths: () => ["paths"],
  pause: () => ["pause"],
  trust: () => ["trust", "."],
};

/** Shows what the project brings along, asks, and trusts it. Without a person to ask, the program says what to do. */
async function trust(ctx: ExtensionContext): Promise<string> {
  const words = ["trust", "."];
  if (!ctx.hasUI) return run(words, ctx.cwd, "");
  const shown = await run(words, ctx.cwd, "", [0, 2]); // it cannot ask from here: only what it shows counts
  if (!(await ctx.ui.confirm(`Trust ${ctx.cwd}?`, shown))) return "nothing was changed";
  return run([...words, "--yes"], ctx.cwd, "");
}

/**
 * Whether the user said that this project is trusted. Pi also counts a project as trusted when there was nothing to
 * ask about, and a bare `.pi/memory.md` is nothing to it; notes of such a project wait for a decision.
 */
function vouched(ctx: ExtensionContext): boolean {
  if (!ctx.isProjectTrusted()) return false;
  if (hasTrustRequiringProjectResources(ctx.cwd)) return true;
  if (process.argv.some((word) => word === "-a" || word === "--approve")) return true;
  try {
    return new ProjectTrustStore(getAgentDir()).get(ctx.cwd) === true;
  } catch {
    return false;
  }
}

function tell(ctx: ExtensionContext, text: string, kind: "info" | "warning" | "error"): void {
  if (ctx.hasUI) ctx.ui.notify(text, kind);
  else if (kind !== "info") console.error(text);
}

/** Run the program; gives its output. Fails with its words unless it ends with one of the codes (1: with findings). */
function run(words: string[], cwd: string, input: string, codes: (number | null)[] = [0, 1]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(PROGRAM, words, { cwd, timeout: PATIENCE, stdio: ["pipe", "pipe", "pipe"] });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.stdin.on("error", () => undefined); // it may end before it has read everything
    child.on("error", (error) => reject(error));
    child.on("close", (code, signal) => {
      if (codes.includes(code)) resolve(out);
      else reject(new Error(err.trim() || (signal ? "it took too long" : `it ended with ${code}`)));
    });
    child.stdin.end(input);
  });
}

function understood(out: string): Answer {
  if (!out.trim()) return NOTHING;
  const said = JSON.parse(out) as { systemMessage?: unknown; hookSpecificOutput?: { additionalContext?: unknown } };
  const text = said.hookSpecificOutput?.additionalContext;
  return {
    text: typeof text === "string" ? text : "",
    message: typeof said.systemMessage === "string" ? said.systemMessage : "",
  };
}

/**
 * memory-ls in opencode: the memory notes stand in the system prompt of every request, and are read anew when a session
 * begins and when it was compacted. All of it is the program `memory-ls`; nothing here reads or writes a note.
 */
import { spawn } from "node:child_process";

const PROGRAM = process.env.MEMORY_LS_COMMAND || "memory-ls";
/** Milliseconds that an answer may take before the agent goes on without. */
const PATIENCE = 10_000;

interface Input {
  directory: string;
}

export const MemoryLs = async ({ directory }: Input) => {
  /** What each session was given. */
  const given = new Map<string, Promise<string>>();

  const ask = (session: string, source: string): Promise<string> => {
    const answer = notes(directory, session, source);
    given.set(session, answer);
    return answer;
  };

  return {
    "experimental.chat.system.transform": async (input: { sessionID?: string }, output: { system: string[] }) => {
      const session = input.sessionID ?? "";
      const text = await (given.get(session) ?? ask(session, "startup"));
      if (text) output.system.push(text);
    },
    event: async ({ event }: { event: { type: string; properties?: unknown } }) => {
      const session = (event.properties as { sessionID?: unknown } | undefined)?.sessionID;
      if (event.type === "session.compacted" && typeof session === "string") await ask(session, "compact");
    },
  };
};

/** The notes for a session; empty where there are none, or the program does not answer. */
function notes(directory: string, session: string, source: string): Promise<string> {
  return new Promise((resolve) => {
    // Codex's shape: text for the model, without a limit of length.
    const words = ["hook", "session-start", "--host", "codex"];
    const child = spawn(PROGRAM, words, { cwd: directory, timeout: PATIENCE, stdio: ["pipe", "pipe", "ignore"] });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stdin.on("error", () => undefined); // it may end before it has read everything
    child.on("error", () => resolve(""));
    child.on("close", () => resolve(textIn(out)));
    child.stdin.end(JSON.stringify({ session_id: session, cwd: directory, source }));
  });
}

function textIn(out: string): string {
  try {
    const said = JSON.parse(out) as { hookSpecificOutput?: { additionalContext?: unknown } };
    const text = said.hookSpecificOutput?.additionalContext;
    return typeof text === "string" ? text : "";
  } catch {
    return "";
  }
}

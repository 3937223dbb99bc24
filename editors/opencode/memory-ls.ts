/**
 * memory-ls in opencode: the memory notes stand in the system prompt of every request, and are read anew when a session
 * begins and when it was compacted; notes that a prompt is about come with the prompt; the user is told what was saved.
 * All of it is the program `memory-ls`; nothing here reads or writes a note.
 */
import { spawn } from "node:child_process";

const PROGRAM = process.env.MEMORY_LS_COMMAND || "memory-ls";
/** Milliseconds that an answer may take before the agent goes on without. */
const PATIENCE = 10_000;

/** What opencode hands to a plugin, as far as it is used. */
interface Input {
  directory: string;
  client: { tui: { showToast(said: { body: { message: string; variant: "info" } }): Promise<unknown> } };
}

/** A part of a message; `synthetic` ones are for the model and not shown to the user. */
interface Part {
  id: string;
  sessionID: string;
  messageID: string;
  type: string;
  text?: string;
  synthetic?: boolean;
}

interface Answer {
  text: string;
  message: string;
}

const NOTHING: Answer = { text: "", message: "" };

export const MemoryLs = async ({ directory, client }: Input) => {
  /** What the system prompt of each session holds. */
  const given = new Map<string, Promise<string>>();

  const ask = async (event: string, session: string, more: Record<string, string>): Promise<Answer> => {
    const answer = await answered(event, directory, { session_id: session, cwd: directory, ...more });
    const { message } = answer;
    if (message && more.source !== "compact") {
      client.tui.showToast({ body: { message, variant: "info" } }).catch(() => undefined);
    }
    return answer;
  };

  /** A process that sees a session for the first time cannot tell whether it is new: it goes on with it. */
  const start = (session: string, source: "resume" | "compact"): Promise<string> => {
    const said = { hook_event_name: "session.created", source };
    const answer = ask("session-start", session, said).then((one) => one.text);
    given.set(session, answer);
    return answer;
  };

  return {
    "chat.message": async (input: { sessionID: string }, output: { parts: Part[] }) => {
      const session = input.sessionID;
      await (given.get(session) ?? start(session, "resume")); // what stands there is not recalled
      const said = output.parts.filter((part) => part.type === "text" && !part.synthetic);
      const prompt = said.map((part) => part.text ?? "").join("\n");
      const last = output.parts[output.parts.length - 1];
      if (!last) return;
      const { text } = await ask("prompt", session, { hook_event_name: "chat.message", prompt });
      // Parts are kept in the order of their ids.
      const { sessionID, messageID } = last;
      if (text) output.parts.push({ id: `${last.id}0`, sessionID, messageID, type: "text", text, synthetic: true });
    },
    "experimental.chat.system.transform": async (input: { sessionID?: string }, output: { system: string[] }) => {
      if (!input.sessionID) return; // a request of opencode's own
      const text = await (given.get(input.sessionID) ?? start(input.sessionID, "resume"));
      if (text) output.system.push(text);
    },
    event: async ({ event }: { event: { type: string; properties?: unknown } }) => {
      const said = (event.properties ?? {}) as { sessionID?: unknown; info?: { id?: unknown } };
      const session = event.type === "session.deleted" ? said.info?.id : said.sessionID;
      if (typeof session !== "string" || !given.has(session)) return;
      if (event.type === "session.compacted") await start(session, "compact");
      if (event.type === "session.idle") await ask("turn-end", session, { hook_event_name: event.type });
      if (event.type === "session.deleted") {
        given.delete(session);
        await ask("session-end", session, { hook_event_name: event.type });
      }
    },
  };
};

/** What the program says at an event; nothing where it does not answer. */
function answered(event: string, directory: string, said: Record<string, string>): Promise<Answer> {
  return new Promise((resolve) => {
    const words = ["hook", event, "--host", "opencode"];
    const child = spawn(PROGRAM, words, { cwd: directory, timeout: PATIENCE, stdio: ["pipe", "pipe", "ignore"] });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stdin.on("error", () => undefined); // it may end before it has read everything
    child.on("error", () => resolve(NOTHING));
    child.on("close", () => resolve(understood(out)));
    child.stdin.end(JSON.stringify(said));
  });
}

function understood(out: string): Answer {
  try {
    const said = JSON.parse(out) as { systemMessage?: unknown; hookSpecificOutput?: { additionalContext?: unknown } };
    const text = said.hookSpecificOutput?.additionalContext;
    const message = said.systemMessage;
    return { text: typeof text === "string" ? text : "", message: typeof message === "string" ? message : "" };
  } catch {
    return NOTHING;
  }
}

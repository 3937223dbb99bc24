import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

const PROGRAM = "memory-ls";

/** The server's command line: the setting, else the environment, else PATH; undefined when there is none. */
export function findServer(setting: string[], environment: NodeJS.ProcessEnv): string[] | undefined {
  if (setting.length > 0) return setting;
  const program = environment.MEMORY_LS_SERVER || onPath(environment.PATH ?? "");
  return program ? [program, "server"] : undefined;
}

function onPath(path: string): string | undefined {
  return path
    .split(delimiter)
    .filter((folder) => folder !== "")
    .map((folder) => join(folder, PROGRAM))
    .find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

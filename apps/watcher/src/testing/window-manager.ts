import { readdirSync, readFileSync } from "node:fs";

/** Process id of the window manager of this display. */
export function windowManagerPid(env: NodeJS.ProcessEnv = process.env): number {
  const found = namedProcesses("openbox").find(({ environment }) => environment.includes(`DISPLAY=${env["DISPLAY"]}`));
  if (found === undefined) throw new Error("no window manager runs on this display");
  return found.pid;
}

/** Process ids of the X server and the window manager of this display. */
export function desktopPids(env: NodeJS.ProcessEnv = process.env): number[] {
  const manager = windowManagerPid(env);
  const mark = `XAUTHORITY=${env["XAUTHORITY"]}`;
  const server = namedProcesses("Xvfb").find(({ environment }) => environment.includes(mark));
  return server === undefined ? [manager] : [manager, server.pid];
}

function namedProcesses(name: string): { pid: number; environment: string[] }[] {
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      if (readFileSync(`/proc/${pid}/comm`, "latin1").trim() !== name) return [];
      return [{ pid: Number(pid), environment: readFileSync(`/proc/${pid}/environ`, "latin1").split("\0") }];
    } catch {
      // Another user's, or gone.
      return [];
    }
  });
}

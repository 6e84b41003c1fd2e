import { readdirSync, readFileSync } from "node:fs";

/** Process id of the window manager of this display. */
export function windowManagerPid(env: NodeJS.ProcessEnv = process.env): number {
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const isOurs = readFileSync(`/proc/${name}/environ`, "latin1").split("\0").includes(`DISPLAY=${env["DISPLAY"]}`);
      if (isOurs && readFileSync(`/proc/${name}/comm`, "latin1").trim() === "openbox") return Number(name);
    } catch {
      // Another user's, or gone.
    }
  }
  throw new Error("no window manager runs on this display");
}

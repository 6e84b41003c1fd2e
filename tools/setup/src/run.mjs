import { spawn, spawnSync } from "node:child_process";

/** Runs a program with its output shown; resolves to its exit code (1 when it was killed). */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: "inherit", ...options });
    // The terminal sends Ctrl-C to the child as well; it decides how to end.
    const ignore = () => {};
    process.on("SIGINT", ignore);
    child.once("error", reject);
    child.once("close", (code) => {
      process.off("SIGINT", ignore);
      resolve(code ?? 1);
    });
  });
}

/** Runs a program quietly; its output is shown only when it fails. A dot every two seconds says that work goes on. */
export function runQuietly(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    const dots = setInterval(() => process.stderr.write("."), 2000);
    child.once("error", (error) => {
      clearInterval(dots);
      reject(error);
    });
    child.once("close", (code) => {
      clearInterval(dots);
      if (code !== 0) process.stderr.write(`\n${Buffer.concat(chunks).toString("utf8")}\n`);
      resolve(code ?? 1);
    });
  });
}

/** Standard output of a quick program, or undefined when it failed or is not there. */
export function output(command, args) {
  const { status, stdout } = spawnSync(command, args, { encoding: "utf8", timeout: 30_000 });
  return status === 0 ? stdout : undefined;
}

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { createLogger } from "@beans-picker/ipc";
import { readSettings } from "@beans-picker/ranker-process";
import { installCommand, sandboxRequirements } from "@beans-picker/sandbox";
import { CodedError } from "@beans-picker/shared";
import { startChildrenWith } from "../children.js";
import { version } from "../version.js";
import { clientLines, type ClientLines } from "./clients.js";
import { embedderFindings } from "./embedder.js";
import { environmentFindings } from "./environment.js";
import type { Finding } from "./finding.js";
import { rankingFinding } from "./ranking.js";
import { processFindings } from "./processes.js";

/** Prints what is there and what is missing. Returns 1 when something the product needs is missing, else 0. */
export async function runDoctor(json: boolean): Promise<number> {
  const settings = readSettings({ env: process.env, from: dirname(fileURLToPath(import.meta.url)) });
  const findings = [
    ...environmentFindings({ platform: process.platform, nodeVersion: process.version, env: process.env }),
    ...(await running()),
    await rankingFinding(settings),
    ...(await embedderFindings(settings)),
    ...(process.platform === "linux" ? [sandboxFinding()] : []),
  ];
  const clients = clientLines(process.execPath, fileURLToPath(new URL("../../bin/beans-picker.mjs", import.meta.url)));
  const healthy = findings.every(({ state }) => state !== "missing");
  process.stdout.write(
    json ? `${JSON.stringify({ version, healthy, findings, clients })}\n` : report(findings, clients),
  );
  return healthy ? 0 : 1;
}

async function running(): Promise<Finding[]> {
  const log = createLogger("doctor", "silent");
  try {
    const supervisor = await startChildrenWith(log)();
    try {
      return await processFindings(supervisor);
    } finally {
      await supervisor.stop();
    }
  } catch (error) {
    const { code, message } = error instanceof CodedError ? error.facts : new CodedError("internal").facts;
    return [{ name: "processes", state: "missing", found: code, fix: message }];
  }
}

function sandboxFinding(): Finding {
  const missing = sandboxRequirements().filter(({ found, required }) => required && !found);
  return missing.length === 0
    ? { name: "sandbox", state: "ok", found: "a private headless desktop can be started" }
    : {
        name: "sandbox",
        state: "limited",
        found: `missing ${missing.map(({ program }) => program).join(", ")}`,
        fix: installCommand(missing),
      };
}

const marks = { ok: "ok     ", limited: "limited", missing: "MISSING" } as const;

function report(findings: readonly Finding[], clients: ClientLines): string {
  const lines = findings.flatMap(({ name, state, found, fix }) => [
    `${marks[state]}  ${name}: ${found}`,
    ...(fix === undefined ? [] : [`         → ${fix}`]),
  ]);
  return [
    `beans-picker ${version}`,
    ...lines,
    "",
    "Claude Code:",
    `  ${clients.claude}`,
    "Codex (~/.codex/config.toml):",
    ...clients.codex.split("\n").map((line) => `  ${line}`),
    "",
  ].join("\n");
}

import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { ProcessFacts } from "@beans-picker/desktop";
import { describe, expect, it } from "vitest";
import { processes } from "./processes.js";
import { isStartedBy } from "./started-by.js";

const app: ProcessFacts = { pid: 50, parent: 20, session: 20, beganAt: 100 };
const known: readonly ProcessFacts[] = [
  { pid: 1, parent: 0, session: 1, beganAt: 0 },
  { pid: 20, parent: 1, session: 20, beganAt: 50 },
  app,
  { pid: 51, parent: 50, session: 20, beganAt: 150 },
];
const isStarted = (more: readonly ProcessFacts[], pid: number): boolean =>
  isStartedBy(pid, app, 200, (wanted) => [...known, ...more].find((one) => one.pid === wanted) ?? null);

describe(isStartedBy, () => {
  it.each<[string, boolean, readonly ProcessFacts[]]>([
    ["a child of the app", true, [{ pid: 60, parent: 50, session: 60, beganAt: 201 }]],
    ["a child of its old helper", true, [{ pid: 60, parent: 51, session: 60, beganAt: 201 }]],
    ["a child that was there before", false, [{ pid: 60, parent: 50, session: 20, beganAt: 199 }]],
    ["an orphan of its session", true, [{ pid: 60, parent: 1, session: 20, beganAt: 201 }]],
    ["an orphan of another session", false, [{ pid: 60, parent: 1, session: 30, beganAt: 201 }]],
    [
      "what a shell in a terminal of the same session starts",
      false,
      [
        { pid: 25, parent: 20, session: 20, beganAt: 90 },
        { pid: 60, parent: 25, session: 20, beganAt: 201 },
      ],
    ],
    [
      "a child of an orphan of its session",
      true,
      [
        { pid: 59, parent: 1, session: 20, beganAt: 201 },
        { pid: 60, parent: 59, session: 20, beganAt: 202 },
      ],
    ],
    ["a process that is gone", false, []],
  ])("knows whether %s was started by the app [front.started]", (_, answer, more) => {
    expect(isStarted(more, 60)).toBe(answer);
  });

  it("ends where parents name each other", () => {
    const loop = [
      { pid: 60, parent: 61, session: 60, beganAt: 201 },
      { pid: 61, parent: 60, session: 60, beganAt: 201 },
    ];
    expect(isStarted(loop, 60)).toBe(false);
  });
});

describe("the processes of this machine", () => {
  it("tell a program that was started through a shell that has ended [front.started]", async () => {
    // The shell stands for the app; it starts something in the background, as desktops do, and lives on.
    const shell = spawn("sh", ["-c", 'read go; sh -c "sleep 60 & echo \\$!"; read end'], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    try {
      const isStartedMeanwhile = processes.startedBy(shell.pid ?? 0);
      const line = new Promise<string>((resolve) => createInterface({ input: shell.stdout }).once("line", resolve));
      shell.stdin.write("go\n");
      const started = Number(await line);
      try {
        expect(isStartedMeanwhile(started)).toBe(true);
        expect([process.pid, shell.pid ?? 0, 1].map(isStartedMeanwhile)).toEqual([false, false, false]);
      } finally {
        process.kill(started, "SIGKILL");
      }
    } finally {
      shell.kill("SIGKILL");
    }
  });
});

import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { authorityFile } from "./authority.js";
import { ask, type Daemon, endDaemon, startDaemon, untilReady } from "./daemons.js";
import { baseEnvironment, sandboxFolders } from "./environment.js";
import type { GuardOrder } from "./guard-wire.js";
import { endProcesses } from "./processes.js";
import { sandboxRequirements } from "./requirements.js";
import { graceMs, removeDirectory } from "./stale.js";
import { gtkSettings, openboxConfig } from "./window-manager.js";

type Environment = Record<string, string>;

/** The daemons of one sandbox. `stop` may be called at any point of the start. */
export class Desktop {
  #daemons: Daemon[] = [];

  constructor(
    readonly id: string,
    readonly dir: string,
    readonly order: GuardOrder,
  ) {}

  /** Starts everything, each part when the one below it answers. `signal` carries the deadline. */
  async start(inherited: NodeJS.ProcessEnv, signal: AbortSignal): Promise<{ display: string; env: Environment }> {
    const env = baseEnvironment(inherited, { id: this.id, dir: this.dir });
    this.#writeFolders();
    const [display, bus] = await together(this.#startDisplay(env, signal), this.#startBus(env, signal));
    env["DISPLAY"] = display;
    env["DBUS_SESSION_BUS_ADDRESS"] = bus;
    await together(
      this.order.windowManager ? this.#startWindowManager(env, signal) : Promise.resolve(),
      this.#startAccessibility(env, signal),
    );
    return { display, env };
  }

  /** Calls `lost` when a daemon ends on its own; without it the desktop is of no use. */
  onLoss(lost: (name: string) => void): void {
    for (const { name, process: child } of this.#daemons) child.once("exit", () => lost(name));
  }

  /** Ends the apps, then the daemons from the top down, then removes the directory. */
  async stop(): Promise<void> {
    const own = this.#daemons.flatMap(({ process: child }) => child.pid ?? []);
    // Apps first: they must not see their display or bus go away and report it as an error.
    await endProcesses(this.id, graceMs, own);
    for (const daemon of this.#daemons.reverse()) await endDaemon(daemon, graceMs);
    await endProcesses(this.id, graceMs);
    await removeDirectory(this.dir);
  }

  #writeFolders(): void {
    const { authority, ...folders } = sandboxFolders(this.dir);
    for (const folder of Object.values(folders)) mkdirSync(folder, { mode: 0o700 });
    writeFileSync(authority, authorityFile(randomBytes(16)), { mode: 0o600 });
    writeFileSync(join(this.dir, "openbox.xml"), openboxConfig);
    mkdirSync(join(folders.config, "gtk-3.0"));
    writeFileSync(join(folders.config, "gtk-3.0", "settings.ini"), gtkSettings);
  }

  async #startDisplay(env: Environment, signal: AbortSignal): Promise<string> {
    makeSocketFolder();
    const { width, height, depth } = this.order;
    const screen = `${width}x${height}x${depth}`;
    const { authority } = sandboxFolders(this.dir);
    // The server picks the number itself: choosing one here would race with every other server on the machine.
    const args = ["-displayfd", "3", "-screen", "0", screen, "-nolisten", "tcp", "-noreset", "-auth", authority];
    const server = this.#keep(startDaemon("Xvfb", "Xvfb", args, env));
    const display = await untilReady(
      server,
      "choosing a display",
      () => {
        const number = /^(\d+)\n/.exec(server.announced())?.[1];
        return number === undefined ? undefined : `:${number}`;
      },
      signal,
    );
    await untilReady(server, "answering", () => ask("xprop", ["-root"], { ...env, DISPLAY: display }), signal);
    return display;
  }

  async #startBus(env: Environment, signal: AbortSignal): Promise<string> {
    const socket = join(sandboxFolders(this.dir).runtime, "bus");
    // What the bus starts on demand inherits this environment, which has no display yet: see tellBusEnvironment.
    const args = ["--session", "--nofork", "--nopidfile", `--address=unix:path=${socket}`, "--print-address=3"];
    const bus = this.#keep(startDaemon("dbus-daemon", "dbus-daemon", args, env));
    return untilReady(bus, "announcing its address", () => /^(unix:\S+)\n/.exec(bus.announced())?.[1], signal);
  }

  async #startWindowManager(env: Environment, signal: AbortSignal): Promise<void> {
    const args = ["--sm-disable", "--config-file", join(this.dir, "openbox.xml")];
    const manager = this.#keep(startDaemon("openbox", "openbox", args, env));
    const property = "_NET_SUPPORTING_WM_CHECK";
    await untilReady(
      manager,
      "managing the display",
      async () => ((await ask("xprop", ["-root", property], env))?.includes("window id #") ? true : undefined),
      signal,
    );
  }

  async #startAccessibility(env: Environment, signal: AbortSignal): Promise<void> {
    await tellBusEnvironment(env);
    const program = "at-spi-bus-launcher";
    const path = sandboxRequirements(env["PATH"]).find((requirement) => requirement.program === program)?.path;
    const launcher = this.#keep(startDaemon(program, path ?? program, ["--launch-immediately"], env));
    const owned = ["--session", "--print-reply=literal", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus"];
    await untilReady(
      launcher,
      "owning org.a11y.Bus",
      async () => {
        const reply = await ask(
          "dbus-send",
          [...owned, "org.freedesktop.DBus.NameHasOwner", "string:org.a11y.Bus"],
          env,
        );
        return reply?.includes("true") === true ? true : undefined;
      },
      signal,
    );
    const question = ["--session", "--print-reply=literal", "--dest=org.a11y.Bus", "/org/a11y/bus"];
    const address = await untilReady(
      launcher,
      "giving the address of the accessibility bus",
      async () => (await ask("dbus-send", [...question, "org.a11y.Bus.GetAddress"], env)) || undefined,
      signal,
    );
    const start = [`--bus=${address}`, "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus"];
    const registry = "org.freedesktop.DBus.StartServiceByName";
    await untilReady(
      launcher,
      "starting the accessibility registry",
      () => ask("dbus-send", [...start, registry, "string:org.a11y.atspi.Registry", "uint32:0"], env),
      signal,
    );
  }

  #keep(daemon: Daemon): Daemon {
    this.#daemons.push(daemon);
    return daemon;
  }
}

/** Like Promise.all, but a failure waits for the other part too: it may be about to start a process that must be ended. */
async function together<A, B>(one: Promise<A>, two: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([one, two]);
  return Promise.all([one, two]);
}

/** Services that the session bus starts on demand get the display too. */
async function tellBusEnvironment(env: Environment): Promise<void> {
  const names = ["DISPLAY", "DBUS_SESSION_BUS_ADDRESS"];
  const entries = names.map((name) => `${name},${env[name] ?? ""}`).join(",");
  const target = ["--session", "--print-reply", "--dest=org.freedesktop.DBus", "/org/freedesktop/DBus"];
  const method = "org.freedesktop.DBus.UpdateActivationEnvironment";
  await ask("dbus-send", [...target, method, `dict:string:string:${entries}`], env);
}

/**
 * Without this folder a server that is not root listens on an abstract socket only, which clients that use no C library
 * cannot reach. Its owner and mode are those every X start script gives it.
 */
function makeSocketFolder(): void {
  try {
    mkdirSync("/tmp/.X11-unix");
    // Not left to mkdir, whose mode the umask cuts.
    chmodSync("/tmp/.X11-unix", 0o1777);
  } catch {
    // Almost always there already.
  }
}

import { join } from 'node:path';
import { cleanEnvironment, root, until } from '../../support/process.ts';
import { freePorts } from './ports.ts';
import { start, type Started } from './started.ts';

/** A machine with Praça, simulated by a process with its own port. */
export interface Machine {
  readonly name: string;
  readonly port: number;
  readonly url: string;
  /** Resolves when the machine takes requests. Another checkout is another version. */
  start(checkout?: string): Promise<void>;
  kill(): Promise<void>;
  /** Stops cleanly and returns the exit code. */
  stop(): Promise<number | null>;
  isReady(): Promise<boolean>;
  log(): string;
  readonly pid: number;
}

export async function createMachine(
  name: string,
  folder: string,
  environment: () => Record<string, string>,
): Promise<Machine> {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  let running: Started | undefined;
  const isReady = async (): Promise<boolean> =>
    fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
      (answer) => answer.ok,
      () => false,
    );
  return {
    name,
    port,
    url,
    get pid() {
      return running?.pid ?? 0;
    },
    async start(checkout = root) {
      const started = start({
        name,
        folder,
        cwd: checkout,
        command: [process.execPath, join(checkout, 'src/cli.ts'), 'start'],
        environment: cleanEnvironment({
          ...environment(),
          PORT: String(port),
          NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/praca'),
        }),
      });
      running = started;
      await until(
        async () => {
          if (!started.isRunning()) throw new Error(`${name} did not start:\n${started.log().slice(-3000)}`);
          return isReady();
        },
        name,
        120_000,
      );
    },
    isReady,
    async kill() {
      await running?.kill();
    },
    async stop() {
      return (await running?.stop()) ?? null;
    },
    log: () => running?.log() ?? '',
  };
}

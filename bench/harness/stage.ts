import { startChild, type Child } from './child.ts';
import { foreignEnvironment, startPraca, type RunningPraca } from './praca.ts';

/** Resources shared by the scenarios of one run and closed with it. */
export interface Stage {
  /** Returns the Praça shared by all comparisons, started on first use. */
  praca(): Promise<RunningPraca>;
  /** Starts a separate Praça, for a measurement that must not see data of others. */
  startPraca(settings?: Readonly<Record<string, string>>): Promise<RunningPraca>;
  /** Returns the load generator shared by all targets, so that its code is equally warm for each. */
  loadGenerator(): Promise<Child>;
  startTarget(): Promise<Child>;
  close(): Promise<void>;
}

export function openStage(): Stage {
  const running = new Set<{ stop(): Promise<void> }>();
  let shared: Promise<RunningPraca> | undefined;
  let generator: Promise<Child> | undefined;
  let closed = false;

  const keep = async <T extends { stop(): Promise<void> }>(started: T): Promise<T> => {
    if (closed) {
      await started.stop();
      throw new Error('The run was interrupted.');
    }
    running.add(started);
    return started;
  };
  const startScript = async (script: URL): Promise<Child> => {
    const { directory } = await stage.praca();
    return keep(startChild({ script, environment: foreignEnvironment(), directory }));
  };
  const stage: Stage = {
    praca: () => (shared ??= stage.startPraca()),
    startPraca: async (settings) => keep(await startPraca(settings)),
    loadGenerator: () => (generator ??= startScript(new URL('load-generator.ts', import.meta.url))),
    startTarget: () => startScript(new URL('../target-process.ts', import.meta.url)),
    async close() {
      closed = true;
      // Stops in reverse order, because the shared Praça holds the database and the directory of the others.
      for (const started of [...running].toReversed()) await started.stop();
    },
  };
  return stage;
}

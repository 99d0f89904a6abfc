import { startChild, type Child } from './child.ts';
import { foreignEnvironment, startPraca, type RunningPraca } from './praca.ts';

/** What the scenarios of one run share, and everything that has to end with it. */
export interface Stage {
  /** One Praça for all comparisons, started when the first asks. */
  praca(): Promise<RunningPraca>;
  /** One of its own, for a measurement that must not meet what others left behind. */
  startPraca(settings?: Readonly<Record<string, string>>): Promise<RunningPraca>;
  /** One generator for all targets, so that its code is equally warm for each. */
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
      throw new Error('The run was broken off.');
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
      // The last one first: the shared Praça holds the database and the directory of the others.
      for (const started of [...running].toReversed()) await started.stop();
    },
  };
  return stage;
}

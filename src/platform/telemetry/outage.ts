import type { Logger } from './logger.ts';

/** For what is tried again and again: one line when it begins to fail and one when it works again, however long between. */
export interface Outage {
  failed(error: unknown): void;
  worked(): void;
  /** The work, with what it throws noted and passed over. */
  watch(work: () => Promise<void>): Promise<void>;
}

export function createOutage(log: Logger, what: string): Outage {
  let failing = false;
  const failed = (error: unknown): void => {
    if (!failing) log.warn({ err: error }, `${what} failed; trying again`);
    failing = true;
  };
  const worked = (): void => {
    if (failing) log.info(`${what} works again`);
    failing = false;
  };
  return { failed, worked, watch: (work) => work().then(worked, failed) };
}

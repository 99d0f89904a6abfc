import type { Logger } from './logger.ts';

/** Logs once when repeated work begins to fail and once when it succeeds again. */
export interface Outage {
  failed(error: unknown): void;
  worked(): void;
  /** Runs the work; its errors are logged and not thrown. */
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

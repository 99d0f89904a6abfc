import { setTimeout as sleep } from 'node:timers/promises';
import { readResidentMegabytes } from '../harness/process-usage.ts';
import type { Measurement } from '../scenario.ts';

const settledAfterMs = 5000;

export const memory: Measurement = {
  name: 'memory',
  what: 'resident memory of an idle Praça, 5 s after it was ready, without PostgreSQL',
  async measure(stage) {
    const praca = await stage.startPraca();
    await sleep(settledAfterMs);
    const value = await readResidentMegabytes(praca.pid);
    await praca.stop();
    return { value, unit: 'MB', atMost: 200 };
  },
};

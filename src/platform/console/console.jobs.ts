import type { CronDefinition } from '../jobs/jobs.ts';
import { inBatches } from '../postgres/in-batches.ts';
import { deleteRefusalsBefore } from '../throttle/refusal.store.ts';
import type { ConsoleContext } from './console-context.ts';
import { refusalTable } from './audit/record-act.ts';
import { deletePasswordLinksBefore } from './recovery/password-link.store.ts';
import { deleteSessionsBefore } from './sessions/console-session.store.ts';
import { deleteEndsBefore } from './sessions/session-end.store.ts';
import { endsKeptMs } from './sessions/session.rules.ts';

const refusalsKeptMs = 365 * 24 * 3_600_000;

/** Deletes expired rows. */
export const tidyConsoleCron = ({ sql, clock }: Pick<ConsoleContext, 'sql' | 'clock'>): CronDefinition => ({
  name: 'console_tidy',
  schedule: '37 * * * *',
  async run() {
    const now = clock.now();
    const endedBefore = new Date(now.getTime() - endsKeptMs);
    await inBatches((limit) => deleteSessionsBefore(sql, endedBefore, limit));
    await inBatches((limit) => deleteEndsBefore(sql, endedBefore, limit));
    await inBatches((limit) => deletePasswordLinksBefore(sql, now, limit));
    const refusedBefore = new Date(now.getTime() - refusalsKeptMs);
    await inBatches((limit) => deleteRefusalsBefore(sql, refusalTable, refusedBefore, limit));
  },
});

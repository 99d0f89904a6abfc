import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from './logger.ts';
import { createOutage } from './outage.ts';

test('logs an outage when it begins and when it ends, and not in between', async () => {
  const lines: string[] = [];
  const log = createLogger({
    level: 'info',
    pretty: false,
    destination: { write: (line: string) => void lines.push(line) },
  });
  const outage = createOutage(log, 'reading the books');
  const fail = (): Promise<void> => Promise.reject(new Error('away'));
  await outage.watch(async () => {});
  for (let times = 0; times < 3; times++) await outage.watch(fail);
  for (let times = 0; times < 2; times++) await outage.watch(async () => {});
  await outage.watch(fail);
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
    [
      'reading the books failed; trying again',
      'reading the books works again',
      'reading the books failed; trying again',
    ],
  );
});

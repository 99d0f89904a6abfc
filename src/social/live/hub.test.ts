import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { SocialContext } from '../social.context.ts';
import { LiveHub, type Connection } from './hub.ts';

const userId = '00000000-0000-7000-8000-000000000001';

test('a connection that joins during a read, from an earlier number, misses nothing', async () => {
  let release = (): void => {};
  let held: Promise<void> | undefined = new Promise((resolve) => (release = resolve));
  const sql = async (parts: TemplateStringsArray, ...values: unknown[]): Promise<unknown[]> => {
    const text = parts.join('?');
    if (text.includes('from social.update_counters')) return [{ last: 3n, forgotten: 0n }];
    if (!text.includes('from social.updates')) return [];
    const since = Number(
      (values.find((value) => Array.isArray(value) && Number.isFinite(value[0])) as number[])[0],
    );
    const waits = held;
    held = undefined;
    await waits;
    return [1n, 2n, 3n]
      .filter((seq) => seq > since)
      .map((seq) => ({
        userId,
        seq,
        kind: 'combination',
        messageId: null,
        body: {},
        createdAt: new Date(),
        visible: true,
      }));
  };
  const hub = new LiveHub({
    sql,
    clock: { now: () => new Date(), nowMs: () => Date.now() },
    signals: { subscribe: () => () => {} },
    metrics: { gauge: () => {} },
    log: { warn: () => {} },
  } as unknown as SocialContext);
  const seen: number[][] = [[], []];
  const connection = (index: number): Connection => ({
    userId,
    sessionId: 'x',
    expiresMs: Infinity,
    send: ({ seq }) => Boolean(seen[index]?.push(seq)),
    beat: () => true,
    close: () => {},
  });
  await hub.add(connection(0), 2, () => {});
  await hub.add(connection(1), 0, () => {});
  release();
  for (let turns = 0; turns < 20; turns++) await turn();
  assert.deepEqual(seen, [[3], [1, 2, 3]]);
  await hub.close();
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watch, type LiveUpdate } from '../../packages/client/src/live.ts';

const events = (...updates: object[]): Response =>
  new Response(updates.map((update) => `data: ${JSON.stringify(update)}\n\n`).join(''));
const message = (seq: number): LiveUpdate => ({
  seq,
  type: 'message',
  at: '2026-01-01T00:00:00.000Z',
  data: {},
});

test('after a database restore, updates with reused sequence numbers are delivered', async () => {
  const leaving = new AbortController();
  const answers = [
    events({ type: 'ready', seq: 40, complete: true }, message(41), message(42)),
    // The restored database has lost 41 and 42 and uses 41 for another update.
    events({ type: 'ready', seq: 40, complete: false }, message(41)),
  ];
  const source = {
    options: {
      baseUrl: 'http://praca.example/social',
      fetch: async () => answers.shift() ?? Response.error(),
    },
    userId: 'ana',
    token: async () => 'token',
    renew: async () => {},
    listUpdates: async () => ({ updates: [], seq: 40, more: false, complete: false }),
  };
  const heard: [string, number][] = [];
  for await (const { type, seq } of watch(source, { signal: leaving.signal })) {
    heard.push([type, seq]);
    if (answers.length === 0 && type === 'message') leaving.abort();
  }
  assert.deepEqual(heard, [
    ['message', 41],
    ['message', 42],
    ['gap', 40],
    ['gap', 40],
    ['message', 41],
  ]);
});

test('a reset event in an open connection reports a gap, and the connection continues', async () => {
  const leaving = new AbortController();
  const source = {
    options: {
      baseUrl: 'http://praca.example/social',
      fetch: async () =>
        events(
          { type: 'ready', seq: 40, complete: true },
          message(41),
          { type: 'ready', seq: 42, complete: false },
          message(43),
        ),
    },
    userId: 'ana',
    token: async () => 'token',
    renew: async () => {},
    listUpdates: async () => ({ updates: [], seq: 40, more: false, complete: true }),
  };
  const heard: [string, number][] = [];
  for await (const { type, seq } of watch(source, { signal: leaving.signal })) {
    heard.push([type, seq]);
    if (seq === 43) leaving.abort();
  }
  assert.deepEqual(heard, [
    ['message', 41],
    ['gap', 42],
    ['message', 43],
  ]);
});

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertUser } from '../../../test/support/account-rows.ts';
import { useTestSql } from '../../../test/support/database.ts';
import { until } from '../../../test/support/process.ts';
import { insertPerson } from '../../../test/support/social-rows.ts';
import { idOf } from '../../../test/support/table-rows.ts';
import { beginExport, exportHeldMs, streamExport } from './one-export.ts';

const sql = await useTestSql();

const [ana, bia] = [idOf(1), idOf(2)];
let nowMs: number;
const clock = { nowMs: () => nowMs, now: () => new Date(nowMs) };
const context = { sql, clock };

beforeEach(async () => {
  nowMs = Date.UTC(2026, 2, 1);
  for (const schema of ['accounts', 'social'] as const)
    await sql`delete from ${sql.identifier(schema)}.users`;
  for (const id of [ana, bia]) {
    await insertUser(sql, id, id.slice(-1), clock.now());
    await insertPerson(sql, id, clock.now());
  }
});

for (const schema of ['accounts', 'social'] as const)
  test(`only one of many simultaneous exports of a user begins: ${schema}`, async () => {
    const begin = (userId: string) => beginExport(context, schema, userId);
    const begun = (await Promise.all(Array.from({ length: 20 }, () => begin(ana)))).filter(Boolean);
    assert.equal(begun.length, 1);
    assert.ok(await begin(bia), 'of another user');
    await begun[0]?.end();
    assert.ok(await begin(ana));
  });

test('a stalled export expires, and afterwards can neither be prolonged nor end its successor', async () => {
  const first = await beginExport(context, 'social', ana);
  nowMs += exportHeldMs - 1;
  assert.equal(await beginExport(context, 'social', ana), undefined);
  await first?.prolong();
  nowMs += exportHeldMs - 1;
  assert.equal(await beginExport(context, 'social', ana), undefined, 'it was prolonged');
  nowMs += 1;
  assert.ok(await beginExport(context, 'social', ana));
  await assert.rejects(async () => first?.prolong(), /overtaken/);
  await first?.end();
  assert.equal(await beginExport(context, 'social', ana), undefined);
});

test('an export ends with its stream, whether that was read or not', async () => {
  async function* pieces(): AsyncGenerator<string> {
    for (;;) yield 'x';
  }
  for (const read of [true, false]) {
    const stream = await streamExport(context, 'social', ana, async () => pieces());
    assert.ok(stream);
    assert.equal(await streamExport(context, 'social', ana, async () => pieces()), undefined);
    if (read) await stream.take(3).toArray();
    else stream.destroy();
    await until(async () => {
      const next = await beginExport(context, 'social', ana);
      await next?.end();
      return next !== undefined;
    }, 'the end of the export');
  }
});

test('a user who has received a whole export may begin another at once', async () => {
  async function* pieces(): AsyncGenerator<string> {
    yield 'all';
  }
  for (let round = 0; round < 20; round++) {
    const stream = await streamExport(context, 'social', ana, async () => pieces());
    assert.ok(stream);
    assert.equal((await stream.toArray()).join(''), 'all');
  }
});

test('reads the next piece of an export only after the previous one was taken', async () => {
  let read = 0;
  async function* pieces(): AsyncGenerator<string> {
    for (; read < 1000; read++) yield 'x'.repeat(100_000);
  }
  const stream = await streamExport(context, 'social', ana, async () => pieces());
  assert.ok(stream);
  let taken = 0;
  for await (const piece of stream) {
    taken += String(piece).length / 100_000;
    assert.ok(read <= taken + 2, `${read} pieces for ${taken}`);
    if (taken === 10) break;
  }
});

test('an export that fails before its first piece allows another one', async () => {
  const failing = () => streamExport(context, 'social', ana, () => Promise.reject(new Error('no rows')));
  await assert.rejects(failing, /no rows/);
  await assert.rejects(failing, /no rows/);
});

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { emptyPayouts, insertBatch } from '../../../../test/support/payout-rows.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { clearPutOff, isPutOffDue, markPutOff } from './put-off.store.ts';
import { payoutWords } from '../../details/payout-words.rules.ts';
import { storeSentence } from '../../details/stored-sentence.rules.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const earlier = new Date('2026-03-01T11:00:00Z');
const [one, two, three] = [idOf(1), idOf(2), idOf(3)] as const;

beforeEach(async () => {
  await emptyPayouts(sql);
  await sql`delete from merchant.chain_reviews`;
});

const shown = [
  'id',
  'due_at',
  'attempts',
  'trouble',
  'bump_height',
  'bump_rate',
  'bump_trouble',
  'put_off_at',
];
const batches = () => readRows(sql, 'merchant', 'payout_batches', shown);
const busy = { due_at: now, attempts: 2, trouble: 't', bump_height: 5, bump_rate: 3, bump_trouble: 'b' };
const stillBusy = { ...busy, due_at: now.toISOString() };
const waiting = storeSentence({ say: payoutWords.neverMined });

test('a batch is put off once; it is neither sent nor raised, and other batches are', async () => {
  for (const id of [one, two]) await insertBatch(sql, id, now, busy);
  await insertBatch(sql, three, now, { ...busy, put_off_at: earlier });
  const putOff = (id: string) => sql.begin((tx) => markPutOff(tx, id, now));
  assert.equal(await putOff(two), true);
  assert.equal(await putOff(three), false);
  assert.equal(await putOff(idOf(4)), false);
  assert.deepEqual(await batches(), [
    { id: one, ...stillBusy },
    { id: two, attempts: 0, trouble: waiting, put_off_at: now.toISOString() },
    { id: three, ...stillBusy, put_off_at: earlier.toISOString() },
  ]);
});

test('clearing a put-off batch clears its trouble, and a batch that was not put off keeps its own', async () => {
  for (const id of [one, two]) await insertBatch(sql, id, now, { put_off_at: earlier, trouble: waiting });
  await insertBatch(sql, three, now, { trouble: 'refused' });
  for (const id of [two, three]) await sql.begin((tx) => clearPutOff(tx, id));
  assert.deepEqual(await batches(), [
    { id: one, attempts: 0, trouble: waiting, put_off_at: earlier.toISOString() },
    { id: two, attempts: 0 },
    { id: three, attempts: 0, trouble: 'refused' },
  ]);
});

test('a put-off batch blocks its coin only until its first review', async () => {
  await insertBatch(sql, one, now, { put_off_at: earlier });
  await insertBatch(sql, two, now);
  const review = (fields: object = {}) =>
    insertRow(sql, 'merchant', 'chain_reviews', {
      coin: 'BTC',
      purpose: 'payout',
      subject_id: one,
      ...fields,
    });
  const isDue = (coin: 'BTC' | 'LTC') => sql.begin((tx) => isPutOffDue(tx, coin));
  await review({ coin: 'LTC' });
  await review({ purpose: 'payment' });
  await review({ subject_id: two });
  await review({ subject_id: three });
  await review({ failed_attempts: 1 });
  assert.deepEqual([await isDue('BTC'), await isDue('LTC')], [false, false]);
  await review();
  assert.deepEqual([await isDue('BTC'), await isDue('LTC')], [true, false]);
});

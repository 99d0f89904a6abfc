import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertOutput } from '../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import type { Changed } from './review.rules.ts';
import { setOutgoingHeight, setReceiptHeights, takeFinal, takeReached } from './review-height.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');

beforeEach(async () => {
  for (const table of ['chain_outputs', 'chain_sent'])
    await sql`delete from merchant.${sql.identifier(table)}`;
});

const addOutput = (coin: string, id: string, fields: object = {}, index = 0) =>
  insertOutput(sql, { coin, transaction_id: id, output_index: index }, now, fields);
const addSent = (coin: string, id: string, fields: object = {}) =>
  insertRow(sql, 'merchant', 'chain_sent', { coin, transaction_id: id, subject_id: idOf(0), ...fields });

const heights = async (table: 'chain_outputs' | 'chain_sent') =>
  Object.fromEntries(
    (await readRows(sql, 'merchant', table)).map((row) => [
      ['coin', 'transaction_id', 'output_index']
        .filter((name) => row[name] !== undefined)
        .map((name) => String(row[name]))
        .join(' '),
      row['review_height'] ?? null,
    ]),
  );

test('sets the height of each named output', async () => {
  for (const coin of ['BTC', 'LTC'])
    for (const id of ['t', 'u'])
      for (const index of [0, 1]) await addOutput(coin, id, { review_height: 1 }, index);
  await sql.begin((tx) =>
    setReceiptHeights(tx, [
      { coin: 'BTC', transactionId: 't', outputIndex: 0, height: 20 },
      { coin: 'BTC', transactionId: 'u', outputIndex: 1, height: null },
      { coin: 'LTC', transactionId: 'u', outputIndex: 0, height: 30 },
    ]),
  );
  assert.deepEqual(await heights('chain_outputs'), {
    'BTC t 0': 20,
    'BTC t 1': 1,
    'BTC u 0': 1,
    'BTC u 1': null,
    'LTC t 0': 1,
    'LTC t 1': 1,
    'LTC u 0': 30,
    'LTC u 1': 1,
  });
});

test('does not write a height that is already stored', async () => {
  await addOutput('BTC', 'same', { review_height: 5 });
  await addOutput('BTC', 'none');
  await addOutput('BTC', 'new');
  const places = async () => {
    const rows = await sql<{ id: string; place: string }[]>`
      select transaction_id as id, ctid::text as place from merchant.chain_outputs`;
    return new Map(rows.map(({ id, place }) => [id, place]));
  };
  const were = await places();
  const output = { coin: 'BTC', outputIndex: 0 } as const;
  await sql.begin((tx) =>
    setReceiptHeights(tx, [
      { ...output, transactionId: 'same', height: 5 },
      { ...output, transactionId: 'none', height: null },
      { ...output, transactionId: 'new', height: 5 },
    ]),
  );
  const are = await places();
  assert.deepEqual(
    ['same', 'none', 'new'].map((id) => are.get(id) === were.get(id)),
    [true, true, false],
  );
});

test('sets the height of an outgoing transaction on its own chain', async () => {
  for (const coin of ['BTC', 'LTC'])
    for (const id of ['t', 'u']) await addSent(coin, id, { review_height: 1 });
  const set = (id: string, height: number | null) =>
    sql.begin((tx) => setOutgoingHeight(tx, 'BTC', id, height));
  await set('t', 20);
  assert.deepEqual(await heights('chain_sent'), { 'BTC t': 20, 'BTC u': 1, 'LTC t': 1, 'LTC u': 1 });
  await set('t', null);
  assert.deepEqual(await heights('chain_sent'), { 'BTC t': null, 'BTC u': 1, 'LTC t': 1, 'LTC u': 1 });
});

/** Adds outputs and outgoing transactions whose subject ids give their position in the list. */
async function addBoth(given: Record<string, object>): Promise<void> {
  for (const [digit, [name, fields]] of Object.entries(given).entries()) {
    const [coin = '', id = ''] = name.split(' ');
    await addOutput(coin, id, { ...fields, purpose: 'deposit', subject_id: idOf(digit) });
    await addSent(coin, id, { ...fields, subject_id: idOf(digit) });
  }
}
const digits = (ids: readonly string[]) =>
  ids.map((id) => Number(id.slice(-1))).toSorted((one, other) => one - other);
const shown = ({ outputs = [], payoutIds = [] }: Changed) => ({
  outputs: digits(outputs.map((output) => output.subject_id ?? '')),
  purposes: [...new Set(outputs.map(({ purpose }) => purpose))],
  payouts: digits(payoutIds),
});

test('finality removes the requested heights', async () => {
  await addBoth({
    'BTC below': { block_height: 4, review_height: 90 },
    'BTC last': { block_height: 5, review_height: 91 },
    'BTC above': { block_height: 6, review_height: 92 },
    'BTC nowhere': { block_height: null, review_height: 93 },
    'BTC patient': { block_height: 4 },
    'LTC below': { block_height: 4, review_height: 94 },
  });
  const changed = await sql.begin((tx) => takeFinal(tx, 'BTC', 5));
  assert.deepEqual(shown(changed), { outputs: [0, 1], purposes: ['deposit'], payouts: [0, 1] });
  const left = {
    'BTC below': null,
    'BTC last': null,
    'BTC above': 92,
    'BTC nowhere': 93,
    'BTC patient': null,
    'LTC below': 94,
  };
  assert.deepEqual(await heights('chain_sent'), left);
  assert.deepEqual(
    await heights('chain_outputs'),
    Object.fromEntries(Object.entries(left).map(([name, height]) => [`${name} 0`, height])),
  );
});

test('returns each subject once when its height is reached', async () => {
  await addBoth({
    'BTC past': { review_height: 4 },
    'BTC now': { review_height: 5 },
    'BTC future': { review_height: 6 },
    'BTC never': {},
    'LTC past': { review_height: 4 },
  });
  const take = async () => shown(await sql.begin((tx) => takeReached(tx, 'BTC', 5)));
  assert.deepEqual(await take(), { outputs: [0, 1], purposes: ['deposit'], payouts: [0, 1] });
  const left = { 'BTC past': null, 'BTC now': null, 'BTC future': 6, 'BTC never': null, 'LTC past': 4 };
  assert.deepEqual(await heights('chain_sent'), left);
  assert.deepEqual(
    await heights('chain_outputs'),
    Object.fromEntries(Object.entries(left).map(([name, height]) => [`${name} 0`, height])),
  );
  assert.deepEqual(await take(), { outputs: [], purposes: [], payouts: [] });
});

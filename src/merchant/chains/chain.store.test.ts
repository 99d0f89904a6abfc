import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertChainAddress } from '../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../test/support/database.ts';
import { insertRow, readRows } from '../../../test/support/table-rows.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { Tag } from '../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../assets/asset.rules.ts';
import {
  deleteClaims,
  insertOutgoing,
  listOutgoingAmong,
  selectInputs,
  selectOutgoing,
  selectSpendable,
  sumSpendable,
  selectWaitingChange,
} from './outgoing/outgoing-transaction.store.ts';
import {
  deleteOldBlocks,
  forceIndexPlans,
  insertBlocks,
  listBlockHashes,
  unwindBlocks,
} from './reading/block.store.ts';
import {
  findWatched,
  listUnconfirmedIds,
  markGone,
  markSpent,
  saveOutputs,
  type OutputRow,
} from './reading/output.store.ts';
import { findSpends, listWaitingOutgoing, markExcluded, placeOutgoing } from './reading/spend.store.ts';
import { insertState } from './state/chain-state.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);
const subject = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;
/** Both chains have rows with the same ids. A change of one chain must leave the rows of the other unchanged. */
const coins = ['LTC', 'BTC'] as const;

const tables = [
  'chain_claims',
  'chain_sent',
  'chain_outputs',
  'chain_addresses',
  'chain_blocks',
  'chain_reviews',
];
beforeEach(async () => {
  for (const table of [...tables, 'chain_states']) await sql`delete from merchant.${sql.identifier(table)}`;
  for (const coin of coins)
    await within((tx) =>
      insertState(tx, { coin, network: 'n', account: 'a', height: 10, hash: `${coin} 10`, nodeHeight: 10 }),
    );
});

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const sorted = (texts: readonly string[]) => texts.toSorted((a, b) => (a < b ? -1 : 1)).join(' ');

async function address(coin: CoinCode, name: string, branch = 0): Promise<void> {
  await insertChainAddress(sql, coin, name, subject(coin === 'BTC' ? 1 : 9), now, {
    branch,
    address_index: coin === 'BTC' ? 1 : 2,
  });
}

/** Creates outputs by `transaction:index` on both chains, with other amounts on the second. */
async function outputs(given: Record<string, object>): Promise<void> {
  for (const coin of coins) {
    await address(coin, 'ours');
    await address(coin, 'change', 1);
    for (const [name, fields] of Object.entries(given)) {
      const [transaction = '', index = ''] = name.split(':');
      await insertRow(sql, 'merchant', 'chain_outputs', {
        coin,
        transaction_id: transaction,
        output_index: Number(index),
        destination: 'ours',
        amount: coin === 'BTC' ? 5n : 500n,
        purpose: 'payment',
        subject_id: subject(1),
        first_seen_at: now,
        unconfirmed: false,
        ...fields,
      });
    }
  }
}

const outgoing = async (id: string, subjectId: string, spends: string[], ...only: CoinCode[]) => {
  for (const coin of only.length > 0 ? only : coins)
    await within((tx) => insertOutgoing(tx, { coin, transactionId: id, subjectId, spends }));
};

/** Returns the changed rows of a table and asserts that the rows of the other chain are unchanged. */
async function changing<T>(
  table: string,
  work: (tx: Tx) => Promise<T>,
): Promise<{ given: T; own: Record<string, unknown>[] }> {
  const foreign = async () => (await readRows(sql, 'merchant', table)).filter((row) => row['coin'] === 'LTC');
  const were = await foreign();
  const given = await within(work);
  assert.deepEqual(await foreign(), were);
  return { given, own: (await readRows(sql, 'merchant', table)).filter((row) => row['coin'] === 'BTC') };
}
const shown = (rows: readonly Record<string, unknown>[], ...columns: string[]) =>
  sorted(
    rows.map((row) => columns.map((column) => (row[column] as string | null | undefined) ?? '-').join('/')),
  );

test('lists spendable outputs that are credited, deep enough, unspent and unclaimed, the largest first', async () => {
  const mined = { credited: true, block_height: 10 };
  await outputs({
    'small:0': mined,
    'large:1': { ...mined, amount: 70n },
    'uncredited:0': { block_height: 10 },
    'spent:0': { ...mined, spent_by: 'x', spent_height: 10 },
    'claimed:0': mined,
    'young:0': { ...mined, maturity: 3, block_height: 9 },
    'grown:0': { ...mined, amount: 6n, maturity: 3, block_height: 8 },
  });
  await outgoing('t', subject(1), ['claimed:0']);
  await outgoing('u', subject(2), ['small:0'], 'LTC');
  const spendable = async (limit: number) =>
    (await within((tx) => selectSpendable(tx, 'BTC', limit)))
      .map((row) => `${row.transaction_id} ${row.amount}`)
      .join();
  assert.equal(await spendable(9), 'large 70,grown 6,small 5');
  assert.equal(await spendable(1), 'large 70');
  const withoutKey = await within((tx) => selectSpendable(tx, 'BTC', 9, [0]));
  assert.equal(withoutKey.length, 0, 'of that account there is no key');
  const sum = (cost: bigint, lacking: number[] = []) =>
    within((tx) => sumSpendable(tx, 'BTC', cost, lacking));
  assert.deepEqual([await sum(0n), await sum(5n), await sum(70n), await sum(0n, [0])], [81n, 66n, 0n, 0n]);
});

test('finds the inputs and the change of a transaction by its id', async () => {
  await outputs({
    'a:0': {},
    'a:1': { amount: 6n },
    'b:0': {},
    'sent:0': { unconfirmed: true, destination: 'change' },
    'sent:1': { unconfirmed: true, destination: 'change', amount: 7n },
    'sent:2': { unconfirmed: true },
    'sent:3': { destination: 'change' },
    'sent:4': { unconfirmed: true, destination: 'change' },
    'other:0': { unconfirmed: true, destination: 'change' },
  });
  await outgoing('sent', subject(1), ['b:0', 'a:1']);
  await outgoing('other', subject(2), ['a:0', 'sent:4']);
  await outgoing('foreign', subject(3), ['sent:0'], 'LTC');
  const place = (rows: readonly { transaction_id: string; output_index: number; amount: bigint }[]) =>
    rows.map((row) => `${row.transaction_id}:${row.output_index}=${row.amount}`).join(' ');
  assert.equal(place(await within((tx) => selectInputs(tx, 'BTC', 'sent'))), 'a:1=6 b:0=5');
  assert.equal(place(await within((tx) => selectWaitingChange(tx, 'BTC', 'sent'))), 'sent:0=5 sent:1=7');
});

test('claims belong to one subject, are shared by its transactions and deleted with it', async () => {
  await outgoing('one', subject(1), ['a', 'b']);
  await outgoing('again', subject(1), ['b', 'c']);
  await outgoing('two', subject(2), ['d']);
  await assert.rejects(outgoing('three', subject(3), ['a']), /chain_claims/);
  const among = await listOutgoingAmong(sql, [
    { coin: 'BTC', transactionId: 'one' },
    { coin: 'BTC', transactionId: 'one' },
    { coin: 'BTC', transactionId: 'three' },
    { coin: 'ETH', transactionId: 'two' },
  ]);
  assert.deepEqual(
    among.map((row) => `${row.coin} ${row.transaction_id}`),
    ['BTC one'],
  );
  const { own } = await changing('chain_claims', (tx) => deleteClaims(tx, 'BTC', subject(1)));
  assert.equal(shown(own, 'spend'), 'd');
  const found = await selectOutgoing(sql, subject(2));
  assert.equal(
    shown(found as unknown as Record<string, unknown>[], 'coin', 'transaction_id', 'height'),
    'BTC/two/10 LTC/two/10',
  );
});

test('finds a spend of an output of ours or of an input that our transactions use', async () => {
  await outputs({ 'a:0': {}, 'a:1': {} });
  await outgoing('one', subject(1), ['a:1', 'account/5']);
  await outgoing('variant', subject(1), ['account/5']);
  const found = await within((tx) =>
    findSpends(tx, 'BTC', [
      { spend: 'a:0', transactionId: 'a', index: 0 },
      { spend: 'a:1', transactionId: 'a', index: 1 },
      { spend: 'a:2', transactionId: 'a', index: 2 },
      { spend: 'b:0', transactionId: 'b', index: 0 },
      { spend: 'account/5', transactionId: null, index: null },
    ]),
  );
  assert.equal(
    shown(found as unknown as Record<string, unknown>[], 'position', 'is_output', 'claimed_by'),
    '1/true/- 2/true/one 5/false/one 5/false/variant',
  );
  const none = await within((tx) => findSpends(tx, 'ETH', [{ spend: 'a:1', transactionId: 'a', index: 1 }]));
  assert.equal(none.length, 0);
});

test('an outgoing transaction keeps the lowest height that excludes it and takes its block from the node', async () => {
  await outgoing('one', subject(1), ['a']);
  await outgoing('two', subject(2), ['b']);
  const exclude = (...given: [string, number][]) =>
    changing('chain_sent', (tx) =>
      markExcluded(
        tx,
        'BTC',
        given.map(([transactionId, height]) => ({ transactionId, height, by: `by ${height}` })),
      ),
    );
  const first = await exclude(['one', 9], ['one', 7]);
  assert.deepEqual(
    [first.given, shown(first.own, 'transaction_id', 'excluded_height', 'excluded_by')],
    [[subject(1)], 'one/7/by 7 two/-/-'],
  );
  const again = await exclude(['one', 8]);
  assert.equal(shown(again.own, 'transaction_id', 'excluded_by'), 'one/by 7 two/-');
  const placed = await changing('chain_sent', (tx) =>
    placeOutgoing(tx, 'BTC', [
      { transactionId: 'two', height: 9, unconfirmed: false, failed: false, feeMinor: null },
    ]),
  );
  assert.deepEqual(
    [placed.given, shown(placed.own, 'transaction_id', 'block_height')],
    [[subject(2)], 'one/- two/9'],
  );
  assert.deepEqual(
    (await within((tx) => listWaitingOutgoing(tx, 'BTC'))).map((row) => row.transaction_id),
    ['one'],
  );
});

test('unwinding deletes the blocks above a fork and everything read from them', async () => {
  const block = (coin: CoinCode, height: number) => ({ height, hash: `${coin} ${height}`, parentHash: 'p' });
  for (const coin of coins)
    await within((tx) =>
      insertBlocks(
        tx,
        coin,
        [3, 4, 5, 6].map((height) => block(coin, height)),
      ),
    );
  await outputs({
    'kept:0': { block_height: 5, subject_id: subject(3) },
    'gone:0': { block_height: 6 },
    'waits:0': { block_height: 6, subject_id: subject(2) },
    'spent-above:0': { block_height: 5, spent_by: 'x', spent_height: 6 },
    'spent-below:0': { block_height: 4, spent_by: 'y', spent_height: 5, unconfirmed: false },
  });
  for (const [id, height, excluded] of [
    ['mined-above', 6, null],
    ['mined-below', 5, null],
    ['excluded-above', null, 6],
    ['excluded-below', null, 5],
  ] as const) {
    await outgoing(id, subject(id.length % 10), [id]);
    await sql`
      update merchant.chain_sent set block_height = ${height}, excluded_height = ${excluded}, excluded_by = ${excluded && 'other'}
      where transaction_id = ${id}`;
  }
  const { given, own } = await changing('chain_outputs', (tx) => unwindBlocks(tx, 'BTC', 5, ['waits']));
  assert.equal(
    shown(own, 'transaction_id', 'block_height', 'unconfirmed', 'spent_by', 'spent_height'),
    'gone/-/false/-/- kept/5/false/-/- spent-above/5/false/-/- spent-below/4/false/y/5 waits/-/true/-/-',
  );
  assert.equal(
    sorted((given.outputs ?? []).map((row) => row.subject_id ?? '')),
    sorted([subject(1), subject(1), subject(2)]),
  );
  assert.equal(sorted(given.payoutIds ?? []), sorted([subject(1), subject(4)]));
  const sent = await readRows(sql, 'merchant', 'chain_sent');
  assert.equal(
    shown(
      sent.filter((row) => row['coin'] === 'BTC'),
      'transaction_id',
      'block_height',
      'excluded_height',
      'excluded_by',
    ),
    'excluded-above/-/-/- excluded-below/-/5/other mined-above/-/-/- mined-below/5/-/-',
  );
  assert.equal(sent.filter((row) => row['block_height'] === 6 || row['excluded_height'] === 6).length, 2);
  const hashes = async (limit: number) => (await listBlockHashes(sql, 'BTC', limit)).map(({ hash }) => hash);
  assert.deepEqual([await hashes(9), await hashes(1)], [['BTC 5', 'BTC 4', 'BTC 3'], ['BTC 5']]);
  await sql`delete from merchant.chain_outputs where block_height = 5 and coin = 'BTC'`;
  const old = await changing('chain_blocks', (tx) => deleteOldBlocks(tx, 'BTC', 5));
  assert.equal(shown(old.own, 'height'), '4 5', 'one has an output, one is not deep enough');
});

test('an output keeps its owner and the first times it was seen and mined, and a block outranks the mempool', async () => {
  await sql`update merchant.chain_states set caught_up_at = ${at(3)} where coin = 'BTC'`;
  await sql`update merchant.chain_states set caught_up_at = ${at(99)} where coin = 'LTC'`;
  const row = (fields: Partial<OutputRow> = {}): OutputRow => ({
    transactionId: 't',
    index: 0,
    destination: 'd',
    amountMinor: 5n,
    purpose: 'payment',
    subjectId: subject(1),
    firstSeenAt: now,
    height: null,
    minedAt: null,
    screened: false,
    maturity: 1,
    ...fields,
  });
  const save = async (...rows: OutputRow[]) => {
    const { own } = await changing('chain_outputs', (tx) => saveOutputs(tx, 'BTC', rows));
    return shown(own, 'transaction_id', 'subject_id', 'block_height', 'unconfirmed', 'mined_at', 'screening');
  };
  const first = `t/${subject(1)}`;
  assert.equal(await save(row()), `${first}/-/true/-/-`);
  const mined = row({ height: 9, minedAt: at(1), subjectId: subject(2), screened: true });
  const minedAt = at(3).toISOString();
  assert.equal(await save(mined), `${first}/9/false/${minedAt}/-`, 'not before the chain was read up to');
  assert.equal(await save(row()), `${first}/9/false/${minedAt}/-`);
  const later = row({ height: 10, minedAt: at(5) });
  assert.equal(await save(later), `${first}/10/false/${minedAt}/-`);
  const fresh = await save(row({ transactionId: 'u', minedAt: at(4), height: 8, screened: true }));
  assert.match(fresh, new RegExp(`u/${subject(1)}/8/false/${at(4).toISOString()}/unasked`));
});

test('marking outputs as spent or gone and watching addresses affects one chain only', async () => {
  await outputs({
    'a:0': {},
    'a:1': { subject_id: subject(2) },
    'w:0': { unconfirmed: true },
    'w:1': { unconfirmed: true },
    'v:0': { unconfirmed: true },
  });
  const spent = await changing('chain_outputs', (tx) =>
    markSpent(tx, 'BTC', [{ transactionId: 'a', index: 1, spentBy: 'x', height: 9 }]),
  );
  assert.deepEqual(
    spent.given.map((row) => row.subject_id),
    [subject(2)],
  );
  assert.equal(
    shown(
      spent.own.filter((row) => row['spent_by'] !== undefined),
      'transaction_id',
      'output_index',
      'spent_height',
    ),
    'a/1/9',
  );
  const unconfirmed = async () => sorted(await within((tx) => listUnconfirmedIds(tx, 'BTC')));
  assert.equal(await unconfirmed(), 'v w');
  const gone = await changing('chain_outputs', (tx) => markGone(tx, 'BTC', ['w', 'a']));
  assert.equal(gone.given.length, 2);
  assert.equal(await unconfirmed(), 'v');
  const watched = await within((tx) => findWatched(tx, 'BTC', ['ours', 'unknown']));
  assert.deepEqual(
    watched.map((row) => [row.destination, row.subject_id]),
    [['ours', subject(1)]],
  );
});

test('forced index plans end with the transaction', async () => {
  const read = async (tag: Tag) => {
    const [row] = await tag<{ scan: string; mode: string }[]>`
      select current_setting('enable_seqscan') as scan, current_setting('plan_cache_mode') as mode`;
    return [row?.scan, row?.mode];
  };
  const forced = await within(async (tx) => {
    await forceIndexPlans(tx);
    return read(tx);
  });
  assert.deepEqual(forced, ['off', 'force_custom_plan']);
  // Uses both connections of the pool.
  const after = await within(async (tx) => [await read(tx), await within(read)]);
  assert.deepEqual(after, [
    ['on', 'auto'],
    ['on', 'auto'],
  ]);
});

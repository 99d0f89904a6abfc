import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { insertChainAddress } from '../../../../../test/support/chain-rows.ts';
import { useTestSql } from '../../../../../test/support/database.ts';
import { countLocked } from '../../../../../test/support/row-locks.ts';
import { idOf, readRows } from '../../../../../test/support/table-rows.ts';
import type { Tx } from '../../../../platform/postgres/client/database.ts';
import {
  appendBlocks,
  deleteBlocksAbove,
  findBlockHash,
  findTip,
  insertChain,
  lockDueTips,
  lockTip,
  setMinimumFeeRate,
} from './simulated-chain.store.ts';
import {
  deleteTransactions,
  listConflicts,
  listOutputs,
  listWithDependents,
  readAccount,
  readMinedAccount,
  sumOutputs,
} from './simulated-spend.store.ts';
import {
  countWaiting,
  findBlockRow,
  insertTransaction,
  listExpired,
  listMinable,
  listTransactions,
  listWaiting,
  listWaitingIds,
  putIntoBlock,
  takeFromBlocksAbove,
  type NewTransaction,
} from './simulated-transaction.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');

beforeEach(async () => {
  for (const table of ['simulated_transactions', 'simulated_blocks', 'simulated_chains', 'chain_addresses'])
    await sql`delete from merchant.${sql.identifier(table)}`;
});

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const sorted = (texts: readonly string[]) => texts.toSorted((a, b) => (a < b ? -1 : 1)).join(' ');
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).join(' ');

interface Sent extends Partial<Pick<NewTransaction, 'spends' | 'sequence' | 'lastHeight' | 'feeMinor'>> {
  /** Amount for each paid address. */
  pays?: Record<string, bigint>;
  height?: number;
}

/**
 * Sends transactions with the same ids on two chains, with other amounts on the second. No test may see or change the
 * second chain.
 */
async function send(transactions: Record<string, Sent>): Promise<void> {
  for (const [coin, times] of [
    ['LTC', 1000n],
    ['BTC', 1n],
  ] as const) {
    for (const [id, sent] of Object.entries(transactions)) {
      const outputs = Object.entries(sent.pays ?? { somebody: 1n }).map(([address, amount]) => ({
        address,
        destinationTag: null,
        destination: `to ${address}`,
        amountMinor: amount * times,
      }));
      const transaction = {
        id,
        spends: sent.spends ?? [],
        outputs,
        feeMinor: (sent.feeMinor ?? 0n) * times,
        size: 100n,
        sequence: sent.sequence ?? null,
        lastHeight: sent.lastHeight ?? null,
      };
      await within((tx) => insertTransaction(tx, coin, transaction, now, sent.height ?? null));
    }
  }
}

test('lists unconfirmed transactions in order of arrival, and mined ones with their block', async () => {
  await send({
    b: { pays: { x: 5n, y: 6n }, spends: ['s2', 's1'], feeMinor: 3n },
    a: { spends: ['s3'] },
    mined: { height: 7 },
    'also-mined': { height: 7 },
    'mined-later': { height: 8 },
  });
  await sql`update merchant.simulated_spends set spend = 'other ' || spend where coin = 'LTC'`;
  await sql`delete from merchant.simulated_transactions where coin = 'LTC' and id = 'a'`;
  assert.deepEqual([await listWaitingIds(sql, 'BTC'), await countWaiting(sql, 'BTC')], [['b', 'a'], 2]);
  const [first, ...others] = await listWaiting(sql, 'BTC', 1);
  assert.deepEqual(
    [
      first?.id,
      first?.fee,
      first?.spends,
      first?.outputs.map(({ index, amount }) => [index, amount]),
      others.length,
    ],
    [
      'b',
      3n,
      ['s1', 's2'],
      [
        [0, '5'],
        [1, '6'],
      ],
      0,
    ],
  );
  assert.equal(idsOf(await listWaiting(sql, 'BTC', 9)), 'b a');
  assert.equal(idsOf(await listTransactions(sql, 'BTC', ['mined', 'a', 'other'])), 'a mined');
  for (const coin of ['LTC', 'BTC'] as const)
    for (const height of [6, 7])
      await sql`
        insert into merchant.simulated_blocks values (${coin}, ${height}, ${`${coin} ${height}`}, 'parent', ${now})`;
  const block = await findBlockRow(sql, 'BTC', 7);
  assert.deepEqual([block?.hash, idsOf(block?.transactions ?? [])], ['BTC 7', 'mined also-mined']);
  assert.deepEqual(
    block?.transactions.map(({ outputs }) => outputs.map(({ amount }) => amount)),
    [['1'], ['1']],
  );
  assert.deepEqual((await findBlockRow(sql, 'BTC', 6))?.transactions, []);
  assert.equal(await findBlockRow(sql, 'BTC', 8), undefined);
});

test('puts minable transactions into a block and takes out those above a height', async () => {
  await send({
    a: {},
    b: { lastHeight: 5 },
    late: { lastHeight: 4 },
    mined: { height: 3, lastHeight: 3 },
  });
  await sql`delete from merchant.simulated_transactions where coin = 'LTC' and id = 'late'`;
  await sql`update merchant.simulated_transactions set block_height = 7 where coin = 'LTC' and id = 'a'`;
  assert.deepEqual(await within((tx) => listExpired(tx, 'BTC', 5)), ['late']);
  assert.deepEqual(await within((tx) => listExpired(tx, 'BTC', 4)), []);
  assert.deepEqual(await within((tx) => putIntoBlock(tx, 'BTC', 5, ['a', 'late', 'mined'])), ['a']);
  assert.deepEqual(await within((tx) => putIntoBlock(tx, 'BTC', 5, null)), ['b']);
  const heights = async () =>
    (await readRows(sql, 'merchant', 'simulated_transactions'))
      .filter((row) => row['block_height'] !== undefined)
      .map((row) => `${String(row['coin'])} ${String(row['id'])} ${String(row['block_height'])}`);
  assert.equal(sorted(await heights()), 'BTC a 5 BTC b 5 BTC mined 3 LTC a 7 LTC mined 3');
  assert.equal(sorted(await within((tx) => takeFromBlocksAbove(tx, 'BTC', 3))), 'a b');
  assert.equal(sorted(await heights()), 'BTC mined 3 LTC a 7 LTC mined 3');
});

test('lists minable transactions with their unconfirmed parents', async () => {
  await send({
    parent: {},
    mined: { height: 3 },
    child: { spends: ['parent:0', 'parent:1', 'mined:0', 'unknown:0'] },
  });
  // Transactions that are unconfirmed on one chain are mined on the other.
  await sql`
    update merchant.simulated_transactions set block_height = case id when 'parent' then 3 end
    where coin = 'LTC' and id in ('parent', 'mined')`;
  const rows = await within((tx) => listMinable(tx, 'BTC'));
  assert.deepEqual(
    rows.map(({ id, parents }) => [id, [...parents]]),
    [
      ['parent', []],
      ['child', ['parent']],
    ],
  );
});

test('finds conflicts: transactions that spend the same inputs, with their sums', async () => {
  await send({ one: { spends: ['a', 'b'], pays: { x: 5n, y: 6n } }, two: { spends: ['c'], height: 4 } });
  const conflicts = async (...spends: string[]) =>
    (await within((tx) => listConflicts(tx, 'BTC', spends))).map(({ id, total, block_height: height }) => [
      id,
      total,
      height,
    ]);
  assert.deepEqual(await conflicts('a', 'b'), [['one', 11n, null]]);
  assert.deepEqual(await conflicts('c'), [['two', 1n, 4n]]);
  await sql`insert into merchant.simulated_spends (coin, spend, transaction_id) values ('LTC', 'd', 'two')`;
  assert.deepEqual(await conflicts('d'), []);
});

test('finds outputs by their spends, and sums them by address', async () => {
  await send({ one: { pays: { x: 5n, y: 6n } }, two: { pays: { x: 7n } } });
  const outputs = async (...spends: string[]) =>
    (await within((tx) => listOutputs(tx, 'BTC', spends)))
      .map(({ spend, amount }) => `${spend} ${amount}`)
      .join();
  assert.equal(await outputs('one:1'), 'one:1 6');
  assert.equal(await outputs('one:2', 'three:0', 'one', 'one:x'), '');
  const sum = (address: string, destinationTag: string | null = null) =>
    sumOutputs(sql, 'BTC', { address, destinationTag });
  assert.deepEqual([await sum('x'), await sum('y'), await sum('z'), await sum('x', '1')], [12n, 6n, 0n, 0n]);
  await sql`update merchant.simulated_outputs set destination_tag = '1' where transaction_id = 'two'`;
  assert.deepEqual([await sum('x'), await sum('x', '1')], [5n, 7n]);
});

test("an account's balance is its own income less its payments, and its next number counts the payments", async () => {
  const by = (account: string, number: bigint) => ({ sequence: { account, number } });
  for (const coin of ['BTC', 'LTC'])
    await insertChainAddress(sql, coin, coin === 'BTC' ? 'to own' : 'to unknownSpend', idOf(1), now, {
      address: 'own',
    });
  await send({
    income: { pays: { account: 1000n, own: 500n, unknownSpend: 70n } },
    paid: { ...by('account', 4n), pays: { unknownSpend: 30n, other: 5n }, feeMinor: 2n },
    'paid-before': { ...by('account', 3n), pays: { unknownSpend: 10n }, feeMinor: 1n },
    'of-another': { ...by('another', 9n), pays: { unknownSpend: 20n }, feeMinor: 4n },
  });
  await sql`update merchant.simulated_transactions set number = 8 where coin = 'LTC' and id = 'paid'`;
  const read = async (account: string) => ({ ...(await within((tx) => readAccount(tx, 'BTC', account))) });
  assert.deepEqual(await read('account'), { balance: 1000n - 48n, next: 5n });
  assert.deepEqual(await read('nobody'), { balance: 0n, next: 0n });
});

test('the mined balance and number of an account ignore unconfirmed transactions', async () => {
  const by = (account: string, number: bigint) => ({ sequence: { account, number } });
  await send({
    income: { pays: { account: 1000n, unknownSpend: 70n }, height: 3 },
    paid: { ...by('account', 4n), pays: { unknownSpend: 30n, other: 5n }, feeMinor: 2n, height: 5 },
    'paid-before': { ...by('account', 3n), pays: { unknownSpend: 10n }, feeMinor: 1n, height: 4 },
    'of-another': { ...by('another', 9n), pays: { unknownSpend: 20n }, feeMinor: 4n, height: 5 },
    'waiting-income': { pays: { account: 300n } },
    'waiting-payment': { ...by('account', 5n), pays: { unknownSpend: 40n }, feeMinor: 3n },
  });
  // Transactions that are mined on one chain are unconfirmed on the other.
  await sql`
    update merchant.simulated_transactions set block_height = case when block_height is null then 6 end
    where coin = 'LTC'`;
  const read = async (coin: 'BTC' | 'LTC', account: string) => ({
    ...(await readMinedAccount(sql, coin, account)),
  });
  assert.deepEqual(await read('BTC', 'account'), { balance: 1000n - 48n, next: 5n });
  assert.deepEqual(await read('LTC', 'account'), { balance: 257_000n, next: 6n });
  assert.deepEqual(await read('BTC', 'nobody'), { balance: 0n, next: 0n });
});

test('lists dependents: spenders of the outputs, and later payments of the same account', async () => {
  const by = (number: bigint, account = 'account') => ({ sequence: { account, number } });
  await send({
    root: { ...by(1n), feeMinor: 1n },
    child: { spends: ['root:0'] },
    grandchild: { spends: ['child:0', 'else:0'] },
    'next-payment': by(2n),
    'spends-next': { spends: ['next-payment:0'] },
    'earlier-payment': by(0n),
    rival: by(1n),
    'of-another': by(5n, 'another'),
    apart: { spends: ['root:1'] },
  });
  const dependents = async (numbered: boolean, ...ids: string[]) =>
    sorted(
      (await within((tx) => listWithDependents(tx, 'BTC', ids, numbered))).map(
        ({ id, fee }) => `${id}${fee}`,
      ),
    );
  assert.equal(await dependents(false, 'root'), 'child0 grandchild0 root1');
  assert.equal(await dependents(true, 'root'), 'child0 grandchild0 next-payment0 root1 spends-next0');
  assert.equal(await dependents(true, 'child'), 'child0 grandchild0');
  assert.equal(await dependents(true, 'unknown'), '');
  // On the other chain other transactions depend on them.
  await sql`update merchant.simulated_spends set transaction_id = 'apart' where coin = 'LTC' and spend = 'root:0'`;
  await sql`update merchant.simulated_transactions set number = 7 where coin = 'LTC' and id = 'earlier-payment'`;
  assert.equal(await dependents(true, 'root'), 'child0 grandchild0 next-payment0 root1 spends-next0');
  await sql`delete from merchant.simulated_transactions where coin = 'LTC' and id = 'of-another'`;
  assert.equal(await dependents(true, 'of-another'), 'of-another0');
  await within((tx) => deleteTransactions(tx, 'BTC', ['root', 'child']));
  const left = await readRows(sql, 'merchant', 'simulated_transactions');
  assert.deepEqual([left.length, left.filter((row) => row['coin'] === 'LTC').length], [15, 8]);
});

test('extending, pruning and unwinding a chain leaves others unchanged', async () => {
  for (const coin of ['LTC', 'BTC'] as const) {
    const insert = () => within((tx) => insertChain(tx, { coin, height: 0, hash: `${coin} 0` }));
    assert.deepEqual([await insert(), await insert()], [true, false]);
    await within((tx) =>
      appendBlocks(
        tx,
        coin,
        [1, 2].map((height) => ({ height, hash: `${coin} ${height}`, parentHash: 'p' })),
        now,
        9,
      ),
    );
  }
  const hashes = async () =>
    sorted((await readRows(sql, 'merchant', 'simulated_blocks')).map((row) => String(row['hash'])));
  const third = [{ height: 3, hash: 'BTC 3', parentHash: 'BTC 2' }];
  await within((tx) => appendBlocks(tx, 'BTC', third, now, 2));
  assert.equal(await hashes(), 'BTC 2 BTC 3 LTC 1 LTC 2');
  await within((tx) => setMinimumFeeRate(tx, 'BTC', 5n));
  assert.deepEqual(await findTip(sql, 'BTC'), { coin: 'BTC', height: 3, hash: 'BTC 3', minimumFeeRate: 5n });
  assert.deepEqual(await findTip(sql, 'LTC'), { coin: 'LTC', height: 2, hash: 'LTC 2', minimumFeeRate: 0n });
  assert.equal(await findTip(sql, 'ETH'), undefined);
  const hash = (height: number) => within((tx) => findBlockHash(tx, 'BTC', height));
  assert.deepEqual([await hash(2), await hash(3), await hash(1)], ['BTC 2', 'BTC 3', undefined]);
  await within((tx) => deleteBlocksAbove(tx, 'BTC', 2));
  assert.equal(await hashes(), 'BTC 2 LTC 1 LTC 2');
  await within((tx) => deleteBlocksAbove(tx, 'BTC', 1));
  assert.equal(await hashes(), 'LTC 1 LTC 2');
});

test('locks one tip, or all due tips that are not locked elsewhere', async () => {
  for (const coin of ['LTC', 'BTC', 'ETH'] as const)
    await within((tx) => insertChain(tx, { coin, height: 0, hash: coin }));
  await sql`update merchant.simulated_chains set mined_at = clock_timestamp() - interval '1 hour' where coin <> 'ETH'`;
  assert.equal((await within((tx) => lockTip(tx, 'BTC'))).hash, 'BTC');
  await assert.rejects(
    within((tx) => lockTip(tx, 'XRP')),
    /no simulated chain of XRP/,
  );
  assert.equal(await countLocked(sql, 'merchant', 'simulated_chains', (tx) => lockTip(tx, 'BTC')), 1);
  const due = async (...coins: ('LTC' | 'BTC' | 'ETH')[]) =>
    (await within((tx) => lockDueTips(tx, coins, 1800))).map(({ coin }) => coin).join(' ');
  assert.equal(await due('LTC', 'BTC', 'ETH'), 'BTC LTC');
  assert.equal(await due('LTC'), 'LTC');
  const all = (tx: Tx) => lockDueTips(tx, ['LTC', 'BTC', 'ETH'], 1800);
  assert.equal(await countLocked(sql, 'merchant', 'simulated_chains', all), 2);
  await sql.begin(async (tx) => {
    await lockTip(tx, 'BTC');
    assert.equal(await due('LTC', 'BTC', 'ETH'), 'LTC');
  });
});

import type { Sql, Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { formatAsset } from '../assets/asset.rules.ts';
import {
  countMovements,
  holdSnapshot,
  listAccounts,
  listHeld,
  listProvided,
  listUnbalanced,
  sumAssets,
  type AccountRow,
} from './ledger-balance.store.ts';
import { compareBalances, type Proof } from './ledger-check.rules.ts';
import {
  countRows,
  listCompletedInNoBlock,
  listSpentTwice,
  listUncontrolled,
  listWrongFees,
  listWrongOrders,
  listWrongRefunds,
  type RowFault,
} from './ledger-row.store.ts';

/**
 * What must be true of the books at every moment, read by other ways than those that wrote them: from the entries, and
 * from what chains, payments, refunds, releases and payouts say of the same coins. Nothing is changed, nobody waits.
 */
export const checkLedger = (sql: Sql): Promise<Proof[]> =>
  transaction(sql, async (tx) => {
    await holdSnapshot(tx);
    const accounts = await listAccounts(tx);
    return [
      ...(await proveSums(tx, accounts)),
      ...(await proveCoins(tx, accounts)),
      ...(await proveRows(tx)),
    ];
  });

async function proveSums(tx: Tx, accounts: readonly AccountRow[]): Promise<Proof[]> {
  const assets = await sumAssets(tx);
  return [
    {
      title: 'every asset sums to zero',
      looked: assets.length,
      faults: assets
        .filter(({ sum }) => sum !== 0n)
        .map(({ asset, sum }) => `${asset}: ${formatAsset(asset, sum)} too much`),
    },
    {
      title: 'every movement sums to zero',
      looked: await countMovements(tx),
      faults: (await listUnbalanced(tx)).map(
        ({ id, kind, reference, asset, sum }) =>
          `${id} ${kind} ${reference}: ${formatAsset(asset, sum)} ${asset}`,
      ),
    },
    {
      title: 'every balance is the sum of its entries',
      looked: accounts.length,
      faults: accounts
        .filter(({ amount, moved, entry_count: counted, entries }) => amount !== moved || counted !== entries)
        .map(
          ({ id, owner, asset, amount, moved }) =>
            `${owner} ${asset} (${id}): ${formatAsset(asset, amount)}, and its entries ${formatAsset(asset, moved)}`,
        ),
    },
    {
      title: 'nobody but the provider is below zero',
      looked: accounts.length,
      faults: accounts
        .filter(({ owner, amount }) => amount < 0n && !owner.startsWith('provider:'))
        .map(({ owner, asset, amount }) => `${owner} ${asset}: ${formatAsset(asset, amount)}`),
    },
  ];
}

const providedOwners = new Set(['provider:payouts', 'provider:cold', 'provider:chain', 'provider:fees']);

async function proveCoins(tx: Tx, accounts: readonly AccountRow[]): Promise<Proof[]> {
  const held = accounts.filter(({ owner }) => owner.endsWith(':held'));
  const provided = accounts.filter(({ owner }) => providedOwners.has(owner) || owner.endsWith(':fees'));
  return [
    {
      title: 'held coins are what payments received and still have',
      looked: held.length,
      faults: compareBalances(held, await listHeld(tx)),
    },
    {
      title: 'coins on chains, on their way, in the cold and gone for fees are what chains and payouts say',
      looked: provided.length,
      faults: compareBalances(provided, await listProvided(tx)),
    },
  ];
}

async function proveRows(tx: Tx): Promise<Proof[]> {
  const { payouts, refunds, orders, spends } = await countRows(tx);
  const proof = (title: string, looked: number, faults: readonly RowFault[]): Proof => ({
    title,
    looked,
    faults: faults.map(({ id }) => id),
  });
  return [
    proof('refunds are what their payouts are', refunds, await listWrongRefunds(tx)),
    proof('network fees are charged as they should be', payouts, await listWrongFees(tx)),
    proof('nothing was signed that a person or screening held', payouts, await listUncontrolled(tx)),
    proof('completed payouts are in blocks, or are looked after', payouts, await listCompletedInNoBlock(tx)),
    proof('nothing was spent twice', spends, await listSpentTwice(tx)),
    proof('orders say what payments and payouts say', orders, await listWrongOrders(tx)),
  ];
}

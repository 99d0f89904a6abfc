import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
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
  listMiscountedPromises,
  listSpentTwice,
  listUncontrolled,
  listWrongFees,
  listWrongOrders,
  listWrongRefunds,
  type RowFault,
} from './ledger-row.store.ts';

/**
 * Checks the invariants of the ledger against sources other than those that wrote it: the entries, and the rows of
 * chains, payments, refunds, releases and payouts. It reads one snapshot, and takes no locks.
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

const isClaim = ({ owner }: AccountRow): boolean => owner.endsWith(':claim');

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
      title: 'only provider accounts are below zero',
      looked: accounts.length,
      faults: accounts
        .filter(({ owner, amount }) => amount < 0n && !/^provider:|:claim$/.test(owner))
        .map(({ owner, asset, amount }) => `${owner} ${asset}: ${formatAsset(asset, amount)}`),
    },
    {
      title: 'no PSP has both a balance and a claim in one asset',
      looked: accounts.length,
      faults: accounts
        .filter(isClaim)
        .filter(
          (claim) =>
            claim.amount > 0n ||
            (claim.amount < 0n &&
              accounts.some(
                ({ owner, asset, amount }) =>
                  amount > 0n && asset === claim.asset && `${owner}:claim` === claim.owner,
              )),
        )
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
      title: 'held coins equal the received coins of payments that were not sold, sent or lost',
      looked: held.length,
      faults: compareBalances(held, await listHeld(tx)),
    },
    {
      title:
        'coins on chains, in payouts, in cold wallets and spent on fees equal those of chains and payouts',
      looked: provided.length,
      faults: compareBalances(provided, await listProvided(tx)),
    },
  ];
}

async function proveRows(tx: Tx): Promise<Proof[]> {
  const { payouts, refunds, orders, spends, promises } = await countRows(tx);
  const proof = (title: string, looked: number, faults: readonly RowFault[]): Proof => ({
    title,
    looked,
    faults: faults.map(({ id }) => id),
  });
  return [
    proof('refunds agree with their payouts', refunds, await listWrongRefunds(tx)),
    proof('network fees agree with the signed ones', payouts, await listWrongFees(tx)),
    proof('nothing was signed before approval and screening', payouts, await listUncontrolled(tx)),
    proof('completed payouts are mined or under review', payouts, await listCompletedInNoBlock(tx)),
    proof('nothing was spent twice', spends, await listSpentTwice(tx)),
    proof('open promises agree with their rows', promises, await listMiscountedPromises(tx)),
    proof('orders agree with payments and payouts', orders, await listWrongOrders(tx)),
  ];
}

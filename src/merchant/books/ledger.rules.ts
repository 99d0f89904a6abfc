import type { AssetCode } from '../assets/asset.rules.ts';
import type { MovementKind } from './movement-kinds.rules.ts';

/**
 * Owner of an account. Only the provider's accounts may be negative; their debt equals the other accounts' balances.
 */
export type AccountOwner = `psp:${number}` | `psp:${number}:${string}` | `provider:${string}`;

/** The merchant's available balance. */
export const availableTo = (pspId: number): `psp:${number}` => `psp:${pspId}`;

export const tradingAccount = 'provider:trading';
/** The counterpart of money that merchants pay in or receive outside the service. */
export const bankAccount = 'provider:bank';
/** Coins received for a merchant and not settled yet: from an open payment, or an overpayment. */
export const heldFor = (pspId: number): `psp:${number}:held` => `psp:${pspId}:held`;

/**
 * The merchant's reserve: network fees of open payouts, and the euros of open refund links. The stored name is older than
 * the links.
 */
export const feeReserveOf = (pspId: number): `psp:${number}:fees` => `psp:${pspId}:fees`;

/** A debt of the PSP to the provider, below zero: the PSP spent coins that a chain took back. Income settles it first. */
export const claimOn = (pspId: number): `psp:${number}:claim` => `psp:${pspId}:claim`;

/** The counterpart of coins received and sent on chains. Its negative balance is the amount in our wallets. */
export const chainAccount = 'provider:chain';
/** Coins of requested payouts. */
export const payoutAccount = 'provider:payouts';
/** The counterpart of transfers to and from cold wallets. Its negative balance is the amount in them. */
export const coldAccount = 'provider:cold';
/** Network fees, in coins, and the charges to merchants for them, in euros. */
export const feeAccount = 'provider:fees';
/**
 * Coins that were sent on before a chain took them back. Before claims existed, also amounts that merchants could not
 * give back.
 */
export const lossAccount = 'provider:losses';
export const sandboxAccount = 'provider:sandbox';

export interface Entry {
  owner: AccountOwner;
  asset: AssetCode;
  /** In minor units; positive for an increase. */
  amountMinor: bigint;
}

export interface Movement {
  /** Unique with `reference`, so that nothing is booked twice. */
  kind: MovementKind;
  reference: string;
  entries: readonly Entry[];
}

/** Returns the entries that move an amount from one account to another. */
export function transfer(
  from: AccountOwner,
  to: AccountOwner,
  asset: AssetCode,
  amountMinor: bigint,
): [Entry, Entry] {
  return [
    { owner: from, asset, amountMinor: -amountMinor },
    { owner: to, asset, amountMinor },
  ];
}

/** A PSP's asset whose claim may be settled after some movements; the reference is that of the first movement. */
export interface Settling {
  readonly available: string;
  readonly asset: AssetCode;
  readonly reference: string;
}

export const claimSettledKind = 'claim_settled';

/** Lists the claims that may be settled: those of PSPs with income or a new claim. */
export function settlingOf(movements: readonly Movement[]): Settling[] {
  const found = new Map<string, Settling>();
  for (const { reference, entries } of movements) {
    for (const { owner, asset, amountMinor } of entries) {
      const [, available, isClaim] = /^(psp:\d+)(:claim)?$/.exec(owner) ?? [];
      if (available === undefined || (isClaim === undefined && amountMinor < 0n)) continue;
      const key = `${available} ${asset}`;
      if (!found.has(key)) found.set(key, { available, asset, reference });
    }
  }
  return [...found.values()];
}

/** Sums the effect of unposted movements on an account. */
export const sumOf = (movements: readonly Movement[], owner: AccountOwner, asset: AssetCode): bigint =>
  movements
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.owner === owner && entry.asset === asset)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** The suffix after an id only makes references of one kind unique, so statements omit it. */
const countedPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):/;

/** Returns a reference in the form for merchants: the plain id. References written by staff stay unchanged. */
export const shownReference = ({ kind, reference }: { kind: string; reference: string }): string => {
  if (kind === 'adjustment') return reference;
  // Ends with the id of its own movement.
  if (kind === claimSettledKind) return reference.slice(0, -37);
  return countedPattern.exec(reference)?.[1] ?? reference;
};

/** Position of an entry in a merchant's statement, newest first. */
export interface StatementPlace {
  createdAtMs: number;
  accountId: bigint;
  sequence: bigint;
}

const placePattern = /^(\d{1,14})-(\d{1,18})-(\d{1,18})$/;

export function parsePlace(cursor: string): StatementPlace | undefined {
  const match = placePattern.exec(cursor);
  if (!match) return undefined;
  return {
    createdAtMs: Number(match[1]),
    accountId: BigInt(match[2] ?? 0),
    sequence: BigInt(match[3] ?? 0),
  };
}

export const formatPlace = (place: StatementPlace): string =>
  `${place.createdAtMs}-${place.accountId}-${place.sequence}`;

const dayMs = 24 * 3_600_000;

/**
 * Divides a period into adjoining windows, newest first: four weeks back from `latest`, then four months, then the
 * rest. With a day added on each side, the first window touches at most two partitions. Null marks an open end.
 */
export function windowsBack(
  latest: Date,
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
): { from: Date | null; to: Date | null }[] {
  const edges = [27, 27 + 124]
    .map((days) => new Date(latest.getTime() - days * dayMs))
    .filter((edge) => (!from || edge > from) && (!to || edge < to) && edge.getTime() > 0);
  const bounds = [to ?? null, ...edges, from ?? null];
  return bounds.slice(1).map((edge, place) => ({ from: edge, to: bounds[place] ?? null }));
}

import type { AssetCode } from '../assets/asset.rules.ts';

/** Whose money it is. Only the provider's accounts may go below zero: what they owe is what the others own. */
export type AccountOwner = `psp:${number}` | `psp:${number}:${string}` | `provider:${string}`;

/** What a merchant can spend. */
export const availableTo = (pspId: number): `psp:${number}` => `psp:${pspId}`;

/** The other side of every trade. */
export const tradingAccount = 'provider:trading';
/** What merchants pay in and are paid out outside the service. */
export const bankAccount = 'provider:bank';
/** Coins that came in for a merchant and are not settled yet: of an open payment, or more than was due. */
export const heldFor = (pspId: number): `psp:${number}:held` => `psp:${pspId}:held`;

/** What a merchant has set aside for the networks' fees of payouts that are not done. */
export const feeReserveOf = (pspId: number): `psp:${number}:fees` => `psp:${pspId}:fees`;

/** The other side of what came in by the chains and went out: what it is below zero lies in our wallets. */
export const chainAccount = 'provider:chain';
/** Coins that are on their way out. */
export const payoutAccount = 'provider:payouts';
/** The other side of what went to the cold wallets and came from there: what it is below zero lies there. */
export const coldAccount = 'provider:cold';
/** What the networks took for sending, in coins, and what merchants were charged for it, in euros. */
export const feeAccount = 'provider:fees';
/** What a merchant could not give back when a chain undid a payment. */
export const lossAccount = 'provider:losses';
/** Where the sandbox's test money comes from. */
export const sandboxAccount = 'provider:sandbox';

export interface Entry {
  owner: AccountOwner;
  asset: AssetCode;
  /** In the smallest unit; what an account gains is positive. */
  amountMinor: bigint;
}

export interface Movement {
  /** With `reference`, unique: the same thing cannot be booked twice. */
  kind: string;
  reference: string;
  entries: readonly Entry[];
}

/** One amount from one account to another. */
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

/** What movements that are not posted yet will bring an account, or take from it. */
export const sumOf = (movements: readonly Movement[], owner: AccountOwner, asset: AssetCode): bigint =>
  movements
    .flatMap(({ entries }) => entries)
    .filter((entry) => entry.owner === owner && entry.asset === asset)
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0n);

/** What follows an id keeps movements of the same kind apart, and says nothing to whoever reads the statement. */
const countedPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):/;

/** A reference as a merchant is shown it: the plain id. What staff wrote stays as they wrote it. */
export const shownReference = ({ kind, reference }: Pick<Movement, 'kind' | 'reference'>): string =>
  kind === 'adjustment' ? reference : (countedPattern.exec(reference)?.[1] ?? reference);

/** The place of an entry in a merchant's statement, which runs from the newest to the oldest. */
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
 * A time in pieces, from the latest to the earliest, that join without a gap or a doubt: four weeks back from `latest`,
 * which with a day on their side are in two partitions at most, then four months, then all that is left. Null where a piece has no end.
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

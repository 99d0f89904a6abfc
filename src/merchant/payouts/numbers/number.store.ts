/** Statements on the sequence numbers (nonces) of accounts: `merchant.account_numbers`. */
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { CoinCode } from '../../assets/asset.rules.ts';

/** A paying account. Its number counts the accounts that have replaced each other. */
export interface Account {
  readonly coin: CoinCode;
  readonly account: number;
}

/** Returns the highest number ever used; null before the first. */
export async function readLastNumber(sql: Tag, { coin, account }: Account): Promise<bigint | null> {
  const [row] = await sql<{ number: bigint | null }[]>`
    select max(number) as number from merchant.account_numbers where coin = ${coin} and account = ${account}`;
  return row?.number ?? null;
}

/** Marks all numbers up to this one as used, so that the next one follows it. */
export async function passNumber(sql: Tag, { coin, account }: Account, number: bigint): Promise<void> {
  await sql`
    insert into merchant.account_numbers (coin, account, number, payout_id)
    values (${coin}, ${account}, ${number}, null)
    on conflict (coin, account, number) do nothing`;
}

/** Assigns this number. The caller holds the wallet lock and has checked that the number is free. */
export async function giveNumber(
  tx: Tx,
  { coin, account }: Account,
  payoutId: string,
  number: bigint,
): Promise<void> {
  await tx`
    insert into merchant.account_numbers (coin, account, number, payout_id)
    values (${coin}, ${account}, ${number}, ${payoutId})`;
}

/**
 * Assigns the smallest free number from `leastNumber`, the account's next number. The caller holds the wallet lock. A
 * released number below `leastNumber` was used elsewhere.
 */
export async function takeSequenceNumber(
  tx: Tx,
  { coin, account }: Account,
  payoutId: string,
  leastNumber: bigint,
): Promise<bigint> {
  const [row] = await tx<{ number: bigint }[]>`
    insert into merchant.account_numbers (coin, account, number, payout_id)
    select ${coin}::text, ${account}::smallint, coalesce(
      (
        select min(number) from merchant.account_numbers
        where coin = ${coin} and account = ${account} and payout_id is null and number >= ${leastNumber}),
      greatest(${leastNumber}, (
        select max(number) + 1 from merchant.account_numbers where coin = ${coin} and account = ${account}))),
      ${payoutId}::uuid
    on conflict (coin, account, number) do update set payout_id = excluded.payout_id
    returning number`;
  if (!row) throw new Error('no number was taken');
  return row.number;
}

export async function getSequenceNumber(
  tx: Tx,
  payoutId: string,
): Promise<{ account: number; number: bigint }> {
  const [row] = await tx<{ account: number; number: bigint }[]>`
    select account, number from merchant.account_numbers where payout_id = ${payoutId}`;
  if (!row) throw new Error(`payout ${payoutId} has no number`);
  return row;
}

export async function freeSequenceNumber(tx: Tx, payoutId: string): Promise<void> {
  await tx`update merchant.account_numbers set payout_id = null where payout_id = ${payoutId}`;
}

/** Sums the amounts and fees of signed, unmined payouts of an account, except one payout. */
export async function sumWaiting(
  tx: Tx,
  { coin, account }: Account,
  exceptId: string | null = null,
): Promise<bigint> {
  const [row] = await tx<{ sum: bigint }[]>`
    select coalesce(sum(p.amount + p.fee), 0)::numeric(38, 0) as sum
    from merchant.payouts p join merchant.account_numbers n on n.payout_id = p.id
    where p.coin = ${coin} and p.status = 'SIGNED' and n.account = ${account} and p.id is distinct from ${exceptId}
      and not exists (
      select from merchant.chain_sent t where t.subject_id = p.batch_id and t.block_height is not null)`;
  return row?.sum ?? 0n;
}

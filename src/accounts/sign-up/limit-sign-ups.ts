import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { findWaitMs, takeAllowance, type Counted } from '../allowances/take-allowance.ts';
import { tooManyAttempts } from '../attempts/limit-attempts.ts';
import type { Visitor } from '../audit/visitor.ts';
import { signUpNetworks } from './sign-up-limit.rules.ts';

type Context = Pick<AccountsContext, 'clock' | 'settings'>;

function countedOf({ settings }: Pick<Context, 'settings'>, { address }: Visitor): Counted[] {
  const allowance = { atOnce: settings.SIGN_UPS_AT_ONCE, perDay: settings.SIGN_UPS_PER_DAY };
  if (allowance.atOnce === 0) return [];
  return signUpNetworks(address, allowance).map(({ name, atOnce, perDay }) => ({
    parts: ['sign-up', name],
    atOnce,
    perDay,
  }));
}

/** Sent once more within a day, as by an app that got no answer, the same address counts once. */
const onceOf = ({ address }: Visitor, emailKey: string): Counted => ({
  parts: ['sign-up of', address, emailKey],
  atOnce: 1,
  perDay: 1,
});

/** Before work that costs much: for whoever has signed up too many, no password is hashed. */
export async function refuseTooManySignUps(
  context: Context & Pick<AccountsContext, 'sql'>,
  visitor: Visitor,
  emailKey: string,
): Promise<void> {
  const counted = countedOf(context, visitor);
  if (counted.length === 0) return;
  const waitMs = await findWaitMs(context, counted);
  if (waitMs === 0 || (await findWaitMs(context, [onceOf(visitor, emailKey)])) > 0) return;
  throw tooManyAttempts(waitMs);
}

/**
 * Counts a sign-up for the networks that it comes from, in its own transaction: one that fails counts nothing. Whether
 * anybody has the address plays no part, so that nobody learns it from how much is left.
 */
export async function countSignUp(
  tx: Tx,
  context: Context,
  visitor: Visitor,
  /** Null for a social login, which leads to the same account when it is sent once more. */
  emailKey: string | null,
): Promise<void> {
  const counted = countedOf(context, visitor);
  if (counted.length === 0) return;
  if (emailKey !== null && (await takeAllowance(tx, context, [onceOf(visitor, emailKey)])) > 0) return;
  const waitMs = await takeAllowance(tx, context, counted);
  if (waitMs > 0) throw tooManyAttempts(waitMs);
}

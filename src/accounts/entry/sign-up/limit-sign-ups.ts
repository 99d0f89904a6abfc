import type { Tx } from '../../../platform/postgres/client/database.ts';
import {
  findAllowanceWaitMs,
  takeAllowance,
  type CountedUse,
} from '../../../platform/throttle/take-allowance.ts';
import { throttleKey } from '../../../platform/throttle/throttle.store.ts';
import type { Allowance } from '../../../platform/throttle/allowance.rules.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { tooManyAttempts } from '../../protection/attempts/limit-attempts.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';

type Context = Pick<AccountsContext, 'clock' | 'settings'>;

function countedOf({ settings }: Pick<Context, 'settings'>, { address }: Visitor): CountedUse[] {
  const allowance = { atOnce: settings.SIGN_UPS_AT_ONCE, perDay: settings.SIGN_UPS_PER_DAY };
  if (allowance.atOnce === 0) return [];
  return signUpNetworks(address, allowance).map(({ name, atOnce, perDay }) => ({
    key: throttleKey('sign-up', name),
    atOnce,
    perDay,
  }));
}

/**
 * Allowance per e-mail address. Repeated sign-ups with one address count once a day, because an app that got no answer
 * repeats the request.
 */
const onceOf = ({ address }: Visitor, emailKey: string): CountedUse => ({
  key: throttleKey('sign-up of', address, emailKey),
  atOnce: 1,
  perDay: 1,
});

/** Refuses early when the limit is reached, before the password is hashed. */
export async function refuseTooManySignUps(
  context: Context & Pick<AccountsContext, 'sql'>,
  visitor: Visitor,
  emailKey: string,
): Promise<void> {
  const counted = countedOf(context, visitor);
  if (counted.length === 0) return;
  const waitMs = await findAllowanceWaitMs(context, counted);
  if (waitMs === 0 || (await findAllowanceWaitMs(context, [onceOf(visitor, emailKey)])) > 0) return;
  throw tooManyAttempts(waitMs);
}

/**
 * Counts a sign-up for the networks that it comes from, in the caller's transaction, so that a failed sign-up counts
 * nothing. Known addresses count as well; otherwise the remaining allowance would reveal them.
 */
export async function countSignUp(
  tx: Tx,
  context: Context,
  visitor: Visitor,
  /** Null for a social login: repeating it opens the same account. */
  emailKey: string | null,
): Promise<void> {
  const counted = countedOf(context, visitor);
  if (counted.length === 0) return;
  if (emailKey !== null && (await takeAllowance(tx, context, [onceOf(visitor, emailKey)])) > 0) return;
  const waitMs = await takeAllowance(tx, context, counted);
  if (waitMs > 0) throw tooManyAttempts(waitMs);
}

export interface SignUpNetwork extends Allowance {
  name: string;
}

/**
 * Returns the networks that a sign-up counts for: the IPv4 address, or the /64, /56 and /48 of IPv6. A subscriber may
 * own a whole /48 with 65 536 networks of /64. The wider networks allow more, since several subscribers may share one.
 */
export function signUpNetworks(network: string, { atOnce, perDay }: Allowance): SignUpNetwork[] {
  const narrow = { name: network, atOnce, perDay };
  const groups = /^([0-9a-f]+):([0-9a-f]+):([0-9a-f]+):([0-9a-f]+)::\/64$/.exec(network)?.slice(1);
  if (!groups) return [narrow];
  const [first, second, third, fourth] = groups as [string, string, string, string];
  const site = `${first}:${second}:${third}`;
  const high = (Number.parseInt(fourth, 16) >> 8).toString(16);
  return [
    narrow,
    { name: `${site}:${high}00::/56`, atOnce: 2 * atOnce, perDay: 2 * perDay },
    { name: `${site}::/48`, atOnce: 4 * atOnce, perDay: 4 * perDay },
  ];
}

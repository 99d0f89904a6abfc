import type { Clock } from '../clock.ts';
import type { Tx } from '../postgres/client/database.ts';
import { longestMemoryMs } from '../throttle/throttle.rules.ts';
import { beginAttempt, type Attempt, type Counted } from '../throttle/throttle.ts';
import { throttleKey } from '../throttle/throttle.store.ts';

/**
 * Throttles by what they count.
 * `account`: guesses from all networks. The delay stays short, because others could lock the owner out otherwise.
 * `address`: one network address, which an office may share.
 * `pair`: one address at one account.
 * `factor`: codes after a correct password. At this rate a day of guessing six digits succeeds once in ten thousand.
 * `mail`: links sent to one mailbox.
 */
export const throttles = {
  account: { free: 5, longestDelaySeconds: 60, forgottenAfterMs: longestMemoryMs },
  address: { free: 15, longestDelaySeconds: 900, forgottenAfterMs: longestMemoryMs },
  pair: { free: 5, longestDelaySeconds: 900, forgottenAfterMs: longestMemoryMs },
  factor: { free: 5, longestDelaySeconds: 3600, forgottenAfterMs: longestMemoryMs },
  mail: { free: 2, longestDelaySeconds: 3600, forgottenAfterMs: longestMemoryMs },
} as const;

/**
 * Returns the throttle of one key. A success resets its failures, except for `address`, because an address may have
 * tried other accounts too.
 */
export const counted = (name: keyof typeof throttles, whom: string): Counted => ({
  key: throttleKey(name, whom),
  policy: throttles[name],
  isForgivable: name === 'account' || name === 'pair' || name === 'factor',
});

/** Returns the throttles of a visitor: the address at this account, and the address at all accounts. */
export const countedOfVisitor = (emailKey: string, address: string): Counted[] => [
  counted('pair', `${address} ${emailKey}`),
  counted('address', address),
];

/** Locks the visitor's counters before those of the account. The fixed order prevents deadlocks. */
export async function beginPasswordAttempt(
  tx: Tx,
  context: { readonly clock: Clock },
  emailKey: string,
  address: string,
): Promise<{ readonly ofVisitor: Attempt; readonly ofAccount: Attempt }> {
  const [ofVisitor, ofAccount] = await Promise.all([
    beginAttempt(tx, context, countedOfVisitor(emailKey, address)),
    beginAttempt(tx, context, [counted('account', emailKey)]),
  ]);
  return { ofVisitor, ofAccount };
}

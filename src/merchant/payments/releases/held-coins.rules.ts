import type { CoinCode } from '../../assets/asset.rules.ts';
import { choiceOf, type PaymentRecords } from '../facts/payment-facts.rules.ts';
import type { Choice, PaymentStatus } from '../facts/payment.rules.ts';
import { isMaturing } from '../judging/acceptance.rules.ts';
import { activeChoice } from '../judging/active-choice.rules.ts';
import { heldOf } from '../judging/held-share.rules.ts';
import { isDeepEnough, type RequiredDepth } from '../judging/refundable.rules.ts';

/** Reasons why neither the customer nor the merchant can get the coins. */
export type HeldReason =
  /** They came for another coin than that of the active choice. */
  | 'stray'
  /** They came or were left after the payment was refunded or reversed. */
  | 'after the end';

/** State that must end before the coins can be released. */
export type HeldWait = 'open' | 'refunding' | 'confirming';

export interface HeldCoins {
  readonly coin: CoinCode;
  readonly amountMinor: bigint;
  readonly reason: HeldReason;
  readonly wait: HeldWait | undefined;
  /** Choice for which the coins came. Its price gives their value. */
  readonly choice: Choice;
}

const openStatuses: ReadonlySet<PaymentStatus> = new Set(['NEW', 'PENDING', 'CONFIRMING', 'EXPIRED']);
const endStatuses: ReadonlySet<PaymentStatus> = new Set(['REFUNDING', 'REFUNDED', 'REVERSED']);

/**
 * Returns the coins that only staff can release. Coins that the merchant can still accept or refund are not included.
 */
export function heldCoinsOf(facts: PaymentRecords, requiredDepth: RequiredDepth): HeldCoins[] {
  const active = activeChoice(facts);
  const choices = new Map<CoinCode, Choice>();
  for (const receipt of facts.receipts) {
    if (receipt.credited && !choices.has(receipt.coin)) choices.set(receipt.coin, choiceOf(facts, receipt));
  }
  return [...choices].flatMap(([coin, choice]) => {
    const amountMinor = heldOf(facts, coin);
    const counts = coin === active?.coin;
    if (amountMinor <= 0n || (counts && !endStatuses.has(facts.payment.status))) return [];
    const wait = waitOf(facts, counts, choice, requiredDepth);
    return [{ coin, amountMinor, reason: counts ? 'after the end' : 'stray', wait, choice }];
  });
}

function waitOf(
  facts: PaymentRecords,
  counts: boolean,
  choice: Choice,
  requiredDepth: RequiredDepth,
): HeldWait | undefined {
  const { status } = facts.payment;
  // The active choice may still change, and with it which coins are strays.
  if (openStatuses.has(status)) return 'open';
  // Coins that decided the active choice may still vanish. Then the merchant can decide about these coins.
  if (status === 'UNRESOLVED' && !countsForSure(facts)) return 'confirming';
  if (counts && status === 'REFUNDING') return 'refunding';
  const isEarly = isMaturing(facts, choice.coin) || !isDeepEnough(facts, choice, requiredDepth);
  return isEarly ? 'confirming' : undefined;
}

/** Returns whether confirmed coins alone decide the active choice. */
function countsForSure(facts: PaymentRecords): boolean {
  const receipts = facts.receipts.filter((receipt) => receipt.credited);
  return activeChoice({ ...facts, receipts })?.id === activeChoice(facts)?.id;
}

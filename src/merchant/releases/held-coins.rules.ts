import type { CoinCode } from '../assets/asset.rules.ts';
import { choiceOf, type PaymentRecords } from '../payments/facts/payment-facts.rules.ts';
import type { Choice, PaymentStatus } from '../payments/facts/payment.rules.ts';
import { isMaturing } from '../payments/judging/acceptance.rules.ts';
import { activeChoice } from '../payments/judging/active-choice.rules.ts';
import { heldOf } from '../payments/judging/held-share.rules.ts';
import { isDeepEnough, type RequiredDepth } from '../payments/judging/refundable.rules.ts';

/** Why coins are held that neither the customer nor the merchant can get at. */
export type HeldReason =
  /** They came for another coin than the one that counts. */
  | 'stray'
  /** They came, or were left, when the payment had been refunded or reversed. */
  | 'after the end';

/** What has to happen before they can be released. */
export type HeldWait = 'open' | 'refunding' | 'confirming';

export interface HeldCoins {
  readonly coin: CoinCode;
  readonly amountMinor: bigint;
  readonly reason: HeldReason;
  readonly wait: HeldWait | undefined;
  /** For which they came; its price says what they are worth. */
  readonly choice: Choice;
}

const openStatuses: ReadonlySet<PaymentStatus> = new Set(['NEW', 'PENDING', 'CONFIRMING', 'EXPIRED']);
const endStatuses: ReadonlySet<PaymentStatus> = new Set(['REFUNDING', 'REFUNDED', 'REVERSED']);

/** Those that only staff can release. What a merchant can still accept or refund is not among them. */
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
  // Which choice counts may still change, and so whose coins are astray.
  if (openStatuses.has(status)) return 'open';
  // The same here, while coins that made another choice count may vanish: then the merchant can decide about these.
  if (status === 'UNRESOLVED' && !countsForSure(facts)) return 'confirming';
  if (counts && status === 'REFUNDING') return 'refunding';
  const isEarly = isMaturing(facts, choice.coin) || !isDeepEnough(facts, choice, requiredDepth);
  return isEarly ? 'confirming' : undefined;
}

/** Whether the choice that counts does so by its confirmed coins alone. */
function countsForSure(facts: PaymentRecords): boolean {
  const receipts = facts.receipts.filter((receipt) => receipt.credited);
  return activeChoice({ ...facts, receipts })?.id === activeChoice(facts)?.id;
}

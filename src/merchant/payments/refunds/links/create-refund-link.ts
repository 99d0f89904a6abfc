import { newId } from '../../../../platform/ids.ts';
import type { Tx } from '../../../../platform/postgres/client/database.ts';
import type { Actor } from '../../../access/audit/audit.rules.ts';
import { refuseClaimed } from '../../../books/claims/owed.ts';
import { postMovements } from '../../../books/post-movement.ts';
import { lockPaymentOf } from '../../facts/lock-payment.ts';
import type { RefundContext } from '../refund-payment.ts';
import { readRefundAmount, requirePlan } from '../require-plan.ts';
import { requireRefundable } from '../require-refundable.ts';
import { listOpenLinksOf } from '../../refund-links/read-refund-links.ts';
import { refundLinkLifeMs, reserveLink, type RefundLink } from '../../refund-links/refund-link.rules.ts';
import { recordLink } from '../../refund-links/change-refund-links.ts';

export interface RefundLinkInput {
  readonly refund_reason: string;
  readonly refund_amount?: string | number | undefined;
  readonly requestedBy: Actor;
  /** When the request arrived, which may be long before the payment's lock is free. */
  readonly askedAt: Date;
}

export interface CreatedLink {
  readonly link: RefundLink;
  /** Shown once: only its hash is stored. */
  readonly token: string;
}

/**
 * Creates a link on which the customer states the address of a refund. The euros of the refund are reserved now; the
 * coins are bought when the link is claimed. The link of an unresolved payment reserves nothing and keeps all coins. The
 * plan is made only to refuse what could not be sent.
 */
export async function createRefundLink(
  tx: Tx,
  context: RefundContext,
  pspId: number,
  paymentId: string,
  input: RefundLinkInput,
): Promise<CreatedLink> {
  const requestedCents = readRefundAmount(input.refund_amount);
  const locked = await lockPaymentOf(tx, pspId, paymentId);
  const links = await listOpenLinksOf(tx, paymentId);
  const ready = await requireRefundable(tx, context, locked, { askedAt: input.askedAt, links });
  const plan = await requirePlan(tx, context, ready.refundable, {
    pspId,
    requestedCents,
    recipientWeight: undefined,
  });
  if (plan.euroCents > 0n) await refuseClaimed(tx, pspId);
  const isUnresolved = ready.refundable.creditedCents === null;
  const now = context.clock.now();
  const link: RefundLink = {
    id: newId(now.getTime()),
    psp_id: pspId,
    payment_id: locked.id,
    status: 'OPEN',
    coin: ready.refundable.coin,
    total_euro_amount: isUnresolved ? null : plan.totalCents,
    euro_amount: plan.euroCents,
    held_coin_amount: isUnresolved ? 0n : plan.heldMinor,
    reason: input.refund_reason,
    requested_by: input.requestedBy,
    refund_id: null,
    expires_at: new Date(now.getTime() + refundLinkLifeMs),
    created_at: now,
    updated_at: now,
  };
  const token = await recordLink(tx, link);
  postMovements(tx, context, [...ready.movements, ...reserveLink(link)]);
  return { link, token };
}

/** Returns the address of the claim page. The token is in the query, which no log line contains. */
export const linkUrlOf = ({ publicUrl }: { readonly publicUrl: string }, token: string): string =>
  `${publicUrl}/pay/refund?token=${token}`;

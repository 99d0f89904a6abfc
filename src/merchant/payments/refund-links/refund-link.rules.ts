import { formatAsset, type CoinCode } from '../../assets/asset.rules.ts';
import type { Actor } from '../../access/audit/audit.rules.ts';
import { availableTo, feeReserveOf, transfer, type Movement } from '../../books/ledger.rules.ts';

export const refundLinkStatuses = ['OPEN', 'CLAIMED', 'REVOKED', 'EXPIRED'] as const;
export type RefundLinkStatus = (typeof refundLinkStatuses)[number];

/** Lifetime of a link in milliseconds. */
export const refundLinkLifeMs = 30 * 24 * 3_600_000;

/** Limits the links of a payment, open and ended. Each is read with its payment while it is open. */
export const mostLinks = 100;

/** A link with which the customer states the address of a refund. */
export interface RefundLink {
  id: string;
  psp_id: number;
  payment_id: string;
  status: RefundLinkStatus;
  coin: CoinCode;
  /** In cents; null for an unresolved payment, which sends its coins back. */
  total_euro_amount: bigint | null;
  /** Part of the total that is reserved from the merchant's euros. */
  euro_amount: bigint;
  /** Part of the total that is sent from coins held for the payment. */
  held_coin_amount: bigint;
  reason: string;
  /** Author of the link, who may not approve its payout. */
  requested_by: Actor;
  refund_id: string | null;
  expires_at: Date;
  created_at: Date;
  updated_at: Date;
}

export const isOver = (link: Pick<RefundLink, 'expires_at'>, nowMs: number): boolean =>
  nowMs >= link.expires_at.getTime();

/** Returns the status as people see it: the job that ends expired links runs once a minute. */
export const statusAt = (link: RefundLink, nowMs: number): RefundLinkStatus =>
  link.status === 'OPEN' && isOver(link, nowMs) ? 'EXPIRED' : link.status;

/** Reserves the euros of a new link. */
export const reserveLink = (link: RefundLink): Movement[] =>
  moveReserve('refund_link', link, availableTo(link.psp_id), feeReserveOf(link.psp_id));

/** Releases the euros of a link that was claimed or has ended. The ledger accepts this movement only once per link. */
export const releaseLink = (link: RefundLink): Movement[] =>
  moveReserve('refund_link_ended', link, feeReserveOf(link.psp_id), availableTo(link.psp_id));

/** The ledger refuses entries of zero: a link may consist of held coins only. */
const moveReserve = (
  kind: Movement['kind'],
  { id, euro_amount: cents }: RefundLink,
  ...[from, to]: [Parameters<typeof transfer>[0], Parameters<typeof transfer>[1]]
): Movement[] => (cents === 0n ? [] : [{ kind, reference: id, entries: transfer(from, to, 'EUR', cents) }]);

/** Returns the link for its merchant. */
export const describeLink = (link: RefundLink, nowMs: number) => ({
  refund_link_id: link.id,
  payment_reference_id: link.payment_id,
  refund_link_status: statusAt(link, nowMs),
  refund_amount: link.total_euro_amount === null ? null : formatAsset('EUR', link.total_euro_amount),
  refund_cryptocurrency: link.coin,
  refund_reason: link.reason,
  refund_id: link.refund_id,
  expires_at: link.expires_at.toISOString(),
  created_at: link.created_at.toISOString(),
  updated_at: link.updated_at.toISOString(),
});

import assert from 'node:assert/strict';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { hashToken, newToken } from '../../../platform/tokens/opaque-token.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Movement } from '../../books/ledger.rules.ts';
import { postMovements } from '../../books/post-movement.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { refundLinkWords } from '../../details/refund-link-words.rules.ts';
import { getLockedPayment } from '../facts/lock-payment.ts';
import { getRefundLink } from './read-refund-links.ts';
import { isOver, mostLinks, releaseLink, statusAt, type RefundLink } from './refund-link.rules.ts';
import { countLinks, endLink, insertLink, listExpiredLinks, listOpenLinks } from './refund-link.store.ts';

type EndContext = { readonly clock: Clock };

/**
 * Stores a new link and returns its token, which is shown once: only its hash is stored. The caller has locked the
 * payment's row, so concurrent links cannot exceed the limit.
 */
export async function recordLink(tx: Tx, link: RefundLink): Promise<string> {
  if ((await countLinks(tx, link.payment_id, mostLinks)) >= mostLinks)
    throw problem('payment_not_refundable', {
      say: refundLinkWords.tooManyLinks,
      values: { most: mostLinks },
    });
  const token = newToken();
  await insertLink(tx, link, hashToken(token));
  return token;
}

/**
 * Revokes a link and releases its reserve. Revoking it again changes nothing. The payment's lock decides between a
 * revocation and a claim of the same moment.
 */
export async function revokeRefundLink(
  tx: Tx,
  context: EndContext,
  pspId: number,
  id: string,
): Promise<RefundLink> {
  const { payment_id: paymentId } = await getRefundLink(tx, pspId, id);
  await getLockedPayment(tx, paymentId);
  const link = await getRefundLink(tx, pspId, id);
  if (link.status === 'REVOKED') return link;
  const now = context.clock.now();
  if (statusAt(link, now.getTime()) !== 'OPEN') throw linkEnded(link, context);
  postMovements(tx, context, await end(tx, link, { status: 'REVOKED', refundId: null }, now));
  return { ...link, status: 'REVOKED', updated_at: now };
}

/** Ends an open link whose refund was made. The caller posts the movements. */
export const endAsClaimed = (
  tx: Tx,
  { clock }: EndContext,
  link: RefundLink,
  refundId: string,
): Promise<Movement[]> => end(tx, link, { status: 'CLAIMED', refundId }, clock.now());

/** Revokes the links of a payment whose coins a reorganisation removed. The caller posts the movements. */
export async function revokeLinksOf(tx: Tx, context: EndContext, paymentId: string): Promise<Movement[]> {
  const movements: Movement[] = [];
  for (const link of await listOpenLinks(tx, paymentId))
    movements.push(...(await end(tx, link, { status: 'REVOKED', refundId: null }, context.clock.now())));
  return movements;
}

export const linkEnded = (link: RefundLink, { clock }: EndContext): Error =>
  problem('refund_link_ended', {
    say: refundLinkWords.refundLinkIs,
    values: { status: statusAt(link, clock.nowMs()) },
  });

const batch = 200;

/** Expires links past their time, each in a transaction of its own. A failure must not delay the others. */
export async function expireRefundLinks(
  context: Pick<MerchantContext, 'sql' | 'clock' | 'log'>,
): Promise<void> {
  const now = context.clock.now();
  let done = 0;
  let due: Awaited<ReturnType<typeof listExpiredLinks>>;
  do {
    due = await listExpiredLinks(context.sql, now, batch);
    done = 0;
    for (const { id, payment_id: paymentId } of due) {
      try {
        await transaction(context.sql, (tx) => expireLink(tx, context, paymentId, id));
        done++;
      } catch (error) {
        context.log.warn({ err: error, refundLink: id }, 'a refund link could not be expired; trying again');
      }
    }
  } while (due.length === batch && done > 0);
}

async function expireLink(tx: Tx, context: EndContext, paymentId: string, id: string): Promise<void> {
  await getLockedPayment(tx, paymentId);
  const now = context.clock.now();
  const link = (await listOpenLinks(tx, paymentId)).find((open) => open.id === id);
  if (!link || !isOver(link, now.getTime())) return;
  postMovements(tx, context, await end(tx, link, { status: 'EXPIRED', refundId: null }, now));
}

async function end(
  tx: Tx,
  link: RefundLink,
  how: Parameters<typeof endLink>[2],
  now: Date,
): Promise<Movement[]> {
  assert(await endLink(tx, link.id, how, now), 'a link that was open under the lock of its payment is open');
  return releaseLink(link);
}

import { hash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { locales } from '../../http/language.ts';
import { describeDevice, deviceKindOf } from '../../identity/device-kind.ts';
import type { Tx } from '../../postgres/client/database.ts';
import { recordAct, type Actor } from '../audit/record-act.ts';
import type { Visitor } from '../console-context.ts';
import { findKnownMarks, keepKnownMarks } from './known-mark.store.ts';
import { mailNotice, type NoticeContext } from './mail-notice.ts';

/** Of one person: those used last are remembered. */
const mostMarks = 100;

/** Records a sign-in that is complete, at whichever door, and mails the person if its device or network is new. */
export async function recordSignIn(
  tx: Tx,
  context: NoticeContext,
  person: Actor & { readonly id: string },
  visitor: Visitor,
): Promise<void> {
  await recordAct(tx, context, { actor: person, act: 'signed_in', address: visitor.address });
  const now = context.clock.now();
  const marks = marksOf(visitor);
  const { hasAny, known } = await findKnownMarks(tx, person.id, marks);
  await keepKnownMarks(tx, person.id, marks, now, mostMarks);
  // The first sign-in of all is expected.
  if (!hasAny || known === marks.length) return;
  await mailNotice(tx, context, person.id, 'signed_in', (language) => ({
    when: new Intl.DateTimeFormat(locales[language], {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    }).format(now),
    device: describeDevice(deviceKindOf(visitor.userAgent), language),
    network: visitor.address,
  }));
}

/** A browser is known by its cookie; a program that keeps none, by its name. */
function marksOf({ address, device, userAgent }: Visitor): Buffer[] {
  const program = describeDevice(deviceKindOf(userAgent), 'en');
  const texts = [`network\0${address}`, device === undefined ? `program\0${program}` : `browser\0${device}`];
  return texts.map((text) => hash('sha256', text, 'buffer'));
}

/**
 * Records a refused password. Also for an address that nobody has: it takes the same time, and staff see where guesses
 * come from.
 */
export const recordRefusedSignIn = (
  tx: Tx,
  context: { readonly clock: Clock },
  person: Actor | undefined,
  visitor: Visitor,
): Promise<void> =>
  recordAct(tx, context, {
    actor: person ?? { id: null, name: '', email: '' },
    act: 'sign_in.failed',
    address: visitor.address,
  });

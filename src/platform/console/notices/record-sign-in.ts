import { hash } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { locales } from '../../http/language.ts';
import { describeDevice, deviceKindOf } from '../../identity/device-kind.ts';
import type { Tx } from '../../postgres/client/database.ts';
import { recordAct, type Actor } from '../audit/record-act.ts';
import type { Visitor } from '../console-context.ts';
import { findKnownMarks, keepKnownMarks } from './known-mark.store.ts';
import { mailNotice, type NoticeContext } from './mail-notice.ts';

/** Limit per person. The most recently used marks are kept. */
const mostMarks = 100;

/** Records a completed sign-in to the console or the API, and mails the person if the device or network is new. */
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
  // The first sign-in is always from a new device, so it is not mailed.
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

/** Identifies a browser by its cookie, and a program without cookies by its name. */
function marksOf({ address, device, userAgent }: Visitor): Buffer[] {
  const program = describeDevice(deviceKindOf(userAgent), 'en');
  return [
    networkMarkOf(address),
    markOf(device === undefined ? `program\0${program}` : `browser\0${device}`),
  ];
}

const networkMarkOf = (address: string): Buffer => markOf(`network\0${address}`);

const markOf = (text: string): Buffer => hash('sha256', text, 'buffer');

/** Returns whether the person has signed in from this network before. */
export async function isKnownNetwork(tx: Tx, personId: string, address: string): Promise<boolean> {
  return (await findKnownMarks(tx, personId, [networkMarkOf(address)])).known > 0;
}

/** Makes the network known without a sign-in, for a person who has proven the mailbox. */
export const knowNetwork = (tx: Tx, personId: string, address: string, now: Date): Promise<void> =>
  keepKnownMarks(tx, personId, [networkMarkOf(address)], now, mostMarks);

/**
 * Records a refused password. Also records guesses at unknown addresses: this takes the same time, and staff see the
 * source of guesses.
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

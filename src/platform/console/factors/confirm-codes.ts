import { languages } from '../../http/language.ts';
import { queueMail } from '../../mail/mail.ts';
import { writeLetter, type LetterTexts } from '../../mail/write-letter.ts';
import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { beginAttempt } from '../../throttle/throttle.ts';
import { issueCodeConfirmation, readCodeConfirmation } from '../../tokens/code-confirmation.ts';
import { useConfirmation, type CodeFault } from '../../tokens/take-code.ts';
import { findLastWrongCode, type TotpOwner } from '../../tokens/totp.store.ts';
import { recordAct } from '../audit/record-act.ts';
import type { ConsoleContext } from '../console-context.ts';
import { counted } from '../console-throttle.ts';
import { findPerson, type PersonRow } from '../people/person.store.ts';
import { codesHeldTexts, wrongCodesTexts } from './code-texts.ts';

export const personTotp = (personId: string): TotpOwner => ({
  kind: 'console',
  id: personId,
  schema: 'platform',
  secrets: 'person_totp',
  recoveryCodes: 'person_recovery_codes',
  column: 'person_id',
  sealPurpose: `console totp secret ${personId}`,
});

/** Purpose of the mailed token that unblocks codes of the authenticator app. */
const confirmationPurpose = 'console code confirmation';

type Context = Pick<ConsoleContext, 'clock' | 'sealer' | 'publicUrl'>;

/** Mails the owner about wrong codes. The sender of the codes knew the password and may be another person. */
export async function mailWrongCodes(
  tx: Tx,
  context: Context,
  personId: string,
  mail: NonNullable<CodeFault['mail']>,
  address: string,
): Promise<void> {
  if (mail.kind === 'confirmation') return mailCodeConfirmation(tx, context, personId, mail.lastWrongAt);
  const person = await findPerson(tx, personId);
  if (person) sendLetter(tx, context, person, wrongCodesTexts, { count: String(mail.count), address });
}

/** Mails the link that unblocks codes of the authenticator app, if the limit of such mails allows it. */
async function mailCodeConfirmation(
  tx: Tx,
  context: Context,
  personId: string,
  lastWrongAt: Date,
): Promise<void> {
  const mails = await beginAttempt(tx, context, [counted('mail', `codes ${personId}`)]);
  const person = mails.waitMs > 0 ? undefined : await findPerson(tx, personId);
  if (!person) return;
  mails.fail();
  const stated = { ownerId: personId, lastWrongMs: lastWrongAt.getTime() };
  const link = `${context.publicUrl}/console/confirm-codes?token=${issueCodeConfirmation(context, confirmationPurpose, stated)}`;
  sendLetter(tx, context, person, codesHeldTexts, { link });
}

function sendLetter(
  tx: Tx,
  context: Context,
  person: PersonRow,
  texts: LetterTexts,
  contents: Record<string, string>,
): void {
  const language = languages.find((known) => known === person.language) ?? 'en';
  const letter = writeLetter(texts[language], language, { name: person.name, ...contents });
  queueMail(tx, context, { to: person.email, ...letter });
}

/** Returns the person of a link that unblocks codes. Reading does not consume the link. */
export async function findConfirmationPerson(
  context: ConsoleContext,
  token: string,
): Promise<PersonRow | undefined> {
  const stated = readCodeConfirmation(context, confirmationPurpose, token);
  if (!stated) return undefined;
  const lastWrongAt = await findLastWrongCode(context.sql, personTotp(stated.ownerId));
  if (lastWrongAt?.getTime() !== stated.lastWrongMs) return undefined;
  return findPerson(context.sql, stated.ownerId);
}

/** Unblocks codes of the authenticator app. Returns false if the link was used or has expired. */
export async function confirmCodes(
  context: ConsoleContext,
  token: string,
  address: string,
): Promise<boolean> {
  const stated = readCodeConfirmation(context, confirmationPurpose, token);
  if (!stated) return false;
  return transaction(context.sql, async (tx) => {
    const person = await findPerson(tx, stated.ownerId);
    if (!person || !(await useConfirmation(tx, personTotp(stated.ownerId), stated))) return false;
    await recordAct(tx, context, { actor: person, act: 'totp.confirmed', address });
    return true;
  });
}

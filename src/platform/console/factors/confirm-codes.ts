import { languages, type Language } from '../../http/language.ts';
import { queueMail } from '../../mail/mail.ts';
import { writeLetter, type LetterText } from '../../mail/write-letter.ts';
import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { issueCodeConfirmation, readCodeConfirmation } from '../../tokens/code-confirmation.ts';
import { afterWrongCode } from '../../tokens/wrong-codes.rules.ts';
import { recordAct } from '../audit/record-act.ts';
import type { ConsoleContext } from '../console-context.ts';
import { findPerson, type PersonRow } from '../people/person.store.ts';
import { codesHeldTexts, wrongCodesTexts } from './code-texts.ts';
import { findLastWrongCode, lockTotp, setWrongCodes, type TotpRow } from './factor.store.ts';
import { beginAttempt } from '../throttle/throttle.ts';

const purpose = 'console code confirmation';

type Context = Pick<ConsoleContext, 'clock' | 'sealer' | 'publicUrl'>;

/** The password was right: so its owner is told of every fifth wrong code, and of the last one with a link. */
export async function countWrongCode(
  tx: Tx,
  context: Context,
  personId: string,
  row: TotpRow,
  address: string,
): Promise<void> {
  const now = context.clock.now();
  const { wrongAt, mail } = afterWrongCode(row.wrong_codes_at, now);
  await setWrongCodes(tx, personId, wrongAt);
  if (mail === 'confirmation') await mailCodeConfirmation(tx, context, personId, now);
  const person = mail === 'notice' ? await findPerson(tx, personId) : undefined;
  if (person) sendLetter(tx, context, person, wrongCodesTexts, { count: String(wrongAt.length), address });
}

/** Mails the link that lets codes of the app count again, so many times in an hour. */
export async function mailCodeConfirmation(
  tx: Tx,
  context: Context,
  personId: string,
  lastWrongAt: Date,
): Promise<void> {
  const mails = await beginAttempt(tx, context, [['mail', `codes ${personId}`]]);
  const person = mails.waitMs > 0 ? undefined : await findPerson(tx, personId);
  if (!person) return;
  await mails.fail();
  const stated = { ownerId: personId, lastWrongMs: lastWrongAt.getTime() };
  const link = `${context.publicUrl}/console/confirm-codes?token=${issueCodeConfirmation(context, purpose, stated)}`;
  sendLetter(tx, context, person, codesHeldTexts, { link });
}

function sendLetter(
  tx: Tx,
  context: Context,
  person: PersonRow,
  texts: Record<Language, LetterText>,
  contents: Record<string, string>,
): void {
  const language = languages.find((known) => known === person.language) ?? 'en';
  const letter = writeLetter(texts[language], language, { name: person.name, ...contents });
  queueMail(tx, context, { to: person.email, ...letter });
}

/** Whose codes the link lets count again; looking does not use it up. */
export async function findConfirmationPerson(
  context: ConsoleContext,
  token: string,
): Promise<PersonRow | undefined> {
  const stated = readCodeConfirmation(context, purpose, token);
  if (!stated) return undefined;
  const lastWrongAt = await findLastWrongCode(context.sql, stated.ownerId);
  if (lastWrongAt?.getTime() !== stated.lastWrongMs) return undefined;
  return findPerson(context.sql, stated.ownerId);
}

/** False where the link is over. */
export async function confirmCodes(
  context: ConsoleContext,
  token: string,
  address: string,
): Promise<boolean> {
  const stated = readCodeConfirmation(context, purpose, token);
  if (!stated) return false;
  return transaction(context.sql, async (tx) => {
    const row = await lockTotp(tx, stated.ownerId);
    const person = await findPerson(tx, stated.ownerId);
    if (!person || row?.wrong_codes_at.at(-1)?.getTime() !== stated.lastWrongMs) return false;
    await setWrongCodes(tx, stated.ownerId, []);
    await recordAct(tx, context, { actor: person, act: 'totp.confirmed', address });
    return true;
  });
}

import { languages } from '../../http/language.ts';
import { readEmail } from '../../identity/read-email.ts';
import { addJob, type JobDefinition } from '../../jobs/jobs.ts';
import { queueMail } from '../../mail/mail.ts';
import { writeLetter } from '../../mail/write-letter.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { ProblemError } from '../../problem.ts';
import { beginAttempt } from '../../throttle/throttle.ts';
import { hashToken, newToken } from '../../tokens/opaque-token.ts';
import { recordAct } from '../audit/record-act.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import { counted } from '../console-throttle.ts';
import { passwordTexts } from '../invitations/invitation-texts.ts';
import { findPersonByEmail } from '../people/person.store.ts';
import { insertPasswordLink } from './password-link.store.ts';

const lifetimeMs = 30 * 60_000;

export const passwordLinkJobName = 'console_mail_password_link';
export const passwordLinkPurpose = 'console password link request';

interface LinkRequest {
  readonly emailKey: string;
  readonly address: string;
}

type Context = Pick<ConsoleContext, 'sql' | 'clock' | 'sealer' | 'publicUrl'>;

/**
 * Queues the mail with a link for a new password. Does the same for every address: only the job looks up whether the
 * console knows it. Mails to one address are throttled, because anyone can request them.
 */
export async function requestPasswordLink(
  context: Pick<Context, 'sql' | 'clock' | 'sealer'>,
  email: string,
  visitor: Visitor,
): Promise<void> {
  const emailKey = readKey(email);
  if (emailKey === undefined) return;
  await transaction(context.sql, async (tx) => {
    const attempt = await beginAttempt(tx, context, [
      counted('mail', emailKey),
      counted('address', `mail ${visitor.address}`),
    ]);
    if (attempt.waitMs > 0) return;
    attempt.fail();
    const request: LinkRequest = { emailKey, address: visitor.address };
    const sealed = context.sealer.seal(JSON.stringify(request), passwordLinkPurpose).toString('base64');
    addJob(tx, context.clock, passwordLinkJobName, { sealed });
  });
}

function readKey(email: string): string | undefined {
  try {
    return readEmail(email).key;
  } catch (error) {
    if (error instanceof ProblemError) return undefined;
    throw error;
  }
}

export const passwordLinkJob = (context: Context): JobDefinition => ({
  name: passwordLinkJobName,
  run(payload) {
    const { sealed } = payload as { sealed: string };
    const opened = context.sealer.open(Buffer.from(sealed, 'base64'), passwordLinkPurpose);
    return mailPasswordLink(context, JSON.parse(opened) as LinkRequest);
  },
});

async function mailPasswordLink(context: Context, { emailKey, address }: LinkRequest): Promise<void> {
  const now = context.clock.now();
  await transaction(context.sql, async (tx) => {
    const person = await findPersonByEmail(tx, emailKey);
    if (!person || person.disabled_at || person.password_hash === null) return;
    const token = newToken();
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    await insertPasswordLink(tx, { tokenHash: hashToken(token), personId: person.id, now, expiresAt });
    const language = languages.find((known) => known === person.language) ?? 'en';
    const link = `${context.publicUrl}/console/new-password?token=${token}`;
    queueMail(tx, context, {
      to: person.email,
      ...writeLetter(passwordTexts[language], language, { link, name: person.name }),
    });
    await recordAct(tx, context, { actor: person, act: 'password.link_sent', address });
  });
}

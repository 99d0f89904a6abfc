import type { Transporter } from 'nodemailer';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import { addJob, addJobs, type JobDefinition } from '../jobs/jobs.ts';
import type { Sql, Tx } from '../postgres/client/database.ts';
import type { Sealer } from '../tokens/sealer.ts';
import { insertMail } from './mailbox.store.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** Additional headers. */
  headers?: Record<string, string>;
}

/** Delivers mail: by SMTP, or to the sandbox's mailbox. */
export interface MailTransport {
  /** `id` stays the same for all attempts of one mail. */
  send(id: string, mail: Mail): Promise<void>;
}

interface MailContext {
  clock: Clock;
  sealer: Sealer;
}

export const mailJobName = 'send_mail';
export const mailPurpose = 'mail';
const mailAttempts = 12;

/**
 * Queues a mail that is sent only if the transaction commits. It is sealed while it waits, because it may contain a
 * link that gives access to an account.
 */
export function queueMail(tx: Tx, context: MailContext, mail: Mail): void {
  const sealed = context.sealer.seal(JSON.stringify(mail), mailPurpose).toString('base64');
  addJob(
    tx,
    context.clock,
    mailJobName,
    { id: newId(context.clock.nowMs()), sealed },
    { maxAttempts: mailAttempts },
  );
}

/** Queues many mails in one statement. */
export function queueMails(tx: Tx, context: MailContext, mails: readonly Mail[]): void {
  const jobs = mails.map((mail) => ({
    payload: {
      id: newId(context.clock.nowMs()),
      sealed: context.sealer.seal(JSON.stringify(mail), mailPurpose).toString('base64'),
    },
  }));
  addJobs(tx, mailJobName, jobs, { maxAttempts: mailAttempts });
}

export function mailJob(sealer: Sealer, transport: MailTransport): JobDefinition {
  return {
    name: mailJobName,
    lane: 'mail',
    async run(payload) {
      const { id, sealed } = payload as { id: string; sealed: string };
      const mail = JSON.parse(sealer.open(Buffer.from(sealed, 'base64'), mailPurpose)) as Mail;
      await transport.send(id, mail);
    },
  };
}

/** Time limits for a mail server, so that a silent one does not delay other mail for long. The job is retried later. */
export interface SmtpTimeouts {
  readonly connectionTimeout: number;
  readonly greetingTimeout: number;
  readonly socketTimeout: number;
  readonly dnsTimeout: number;
}

const standardTimeouts: SmtpTimeouts = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  // RFC 5321 allows a server minutes for its final reply; most take seconds.
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
};

export function smtpTransport(
  smtpUrl: string,
  from: string,
  timeouts: SmtpTimeouts = standardTimeouts,
): MailTransport {
  let smtp: Transporter | undefined;
  const open = async (): Promise<Transporter> => {
    // Loaded with the first mail, because a sandbox sends none by SMTP.
    const { default: nodemailer } = await import('nodemailer');
    return (smtp ??= nodemailer.createTransport({ url: smtpUrl, ...timeouts }, { from }));
  };
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    async send(id, mail) {
      // The same message id on every attempt lets the mail server detect duplicates.
      await (smtp ?? (await open())).sendMail({ ...mail, messageId: `<${id}@${domain}>` });
    },
  };
}

export function mailboxTransport(sql: Sql, clock: Clock): MailTransport {
  return { send: (id, mail) => insertMail(sql, id, mail, clock.now()) };
}

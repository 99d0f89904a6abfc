import { openTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { until } from './process.ts';

export { productionSettings as production } from './app.ts';

export interface SentMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface AccountsApp extends TestApp {
  /** Sends a request to accounts, with a JSON body if one is given. */
  call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, options?: CallOptions): Promise<Called>;
  /** Returns sent and queued mail to an address, oldest first. Waits for at least `count`. */
  mailTo(address: string, count?: number): Promise<SentMail[]>;
  /** Waits until accounts has no due jobs left. */
  settle(): Promise<void>;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  token?: string;
  from?: string;
}

export interface Called {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies of many shapes
  body: any;
  text: string;
  headers: Record<string, unknown>;
  token: string;
}

export async function openAccountsApp(options: TestAppOptions = {}): Promise<AccountsApp> {
  const testApp = await openTestApp({ service: 'accounts', ...options });
  return {
    ...testApp,
    async call(method, path, { body, headers = {}, token, from } = {}) {
      const answer = await testApp.app.inject({
        method,
        url: `/accounts${path}`,
        headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
        ...(body === undefined ? {} : { payload: body as object }),
        ...(from === undefined ? {} : { remoteAddress: from }),
      });
      const json = /json/.test(String(answer.headers['content-type'])) && answer.body !== '';
      return {
        status: answer.statusCode,
        body: json ? answer.json() : undefined,
        text: answer.body,
        headers: answer.headers,
        token: String(answer.headers['x-session-token'] ?? ''),
      };
    },
    async mailTo(address, count = 1) {
      let mails: SentMail[] = [];
      await until(async () => {
        mails = (await allMail(testApp)).filter((mail) => mail.to === address);
        return mails.length >= count;
      }, `${count} mails to ${address}`);
      return mails;
    },
    async settle() {
      await until(async () => {
        const rows = await testApp.sql`
          select from graphile_worker.jobs
          where task_identifier like 'accounts\\_%' and (run_at <= now() or attempts > 0) limit 1`;
        return rows.length === 0;
      }, 'the end of all jobs of accounts');
    },
  };
}

/** Returns mail in the queue, or in the mailbox if there is no mail server. */
async function allMail({ sql, platform }: TestApp): Promise<SentMail[]> {
  const waiting = await sql<{ payload: { id: string; sealed: string } }[]>`
    select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'send_mail' order by j.id`;
  const delivered = await sql<{ to: string; subject: string; text: string; html: string }[]>`
    select recipient as to, subject, text_body as text, html_body as html from platform.mailbox order by id`;
  return [
    ...delivered,
    ...waiting.map(
      ({ payload }) =>
        JSON.parse(platform.sealer.open(Buffer.from(payload.sealed, 'base64'), 'mail')) as SentMail,
    ),
  ];
}

export const ana = {
  user_Fname: 'Ana',
  user_Lname: 'Souza',
  user_email: 'ana@example.com',
  user_password: 'uma mesa na janela',
  user_profilepic: '',
  user_type: '0',
};

export const linkIn = (mail: SentMail | undefined): URL =>
  new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
export const codeIn = (mail: SentMail | undefined): string =>
  /^[0-9A-Z]{4}-[0-9A-Z]{4}$/m.exec(mail?.text ?? '')?.[0] ?? '';

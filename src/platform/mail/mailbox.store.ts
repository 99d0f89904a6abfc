import type { Sql } from '../postgres/client/database.ts';

export interface MailRow {
  id: string;
  recipient: string;
  subject: string;
  text_body: string;
  html_body: string | null;
  headers: Record<string, string>;
  received_at: Date;
}

export async function insertMail(
  sql: Sql,
  id: string,
  mail: { to: string; subject: string; text: string; html?: string; headers?: Record<string, string> },
  receivedAt: Date,
): Promise<void> {
  await sql`
    insert into platform.mailbox (id, recipient, subject, text_body, html_body, headers, received_at)
    values (${id}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html ?? null},
            ${JSON.stringify(mail.headers ?? {})}::jsonb, ${receivedAt})
    on conflict (id) do nothing`;
}

/** Lists mails, newest first. Filters by the recipient if one is given. */
export async function listMail(sql: Sql, recipient: string | undefined, limit: number): Promise<MailRow[]> {
  return recipient === undefined
    ? sql<MailRow[]>`select * from platform.mailbox order by id desc limit ${limit}`
    : sql<MailRow[]>`
        select * from platform.mailbox where lower(recipient) = lower(${recipient}) order by id desc limit ${limit}`;
}

export async function findMail(sql: Sql, id: string): Promise<MailRow | undefined> {
  const [row] = await sql<MailRow[]>`select * from platform.mailbox where id = ${id}`;
  return row;
}

import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { ControlAction } from './audit.rules.ts';

export interface ActionRow {
  id: string;
  action: string;
  subject: string;
  done_by: string;
  reason: string | null;
  detail: Record<string, string | null>;
  created_at: Date;
}

export const insertAction = (tx: Tx, id: string, action: ControlAction, createdAt: Date) =>
  tx`
    insert into merchant.control_actions (id, action, subject, done_by, reason, detail, created_at)
    values (
      ${id}, ${action.action}, ${action.subject}, ${action.by}, ${action.reason},
      ${JSON.stringify(action.detail ?? {})}::jsonb, ${createdAt})`;

/** Newest first. */
export async function listActions(sql: Sql, subject: string | null, limit: number): Promise<ActionRow[]> {
  return sql<ActionRow[]>`
    select * from merchant.control_actions where ${subject}::text is null or subject = ${subject}
    order by id desc limit ${limit}`;
}

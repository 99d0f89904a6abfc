import type { Sql, Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { AdjustmentProposal } from './adjustment.rules.ts';

export type NewProposal = Omit<AdjustmentProposal, 'status' | 'decided_by' | 'decided_at'>;

/** Returns false if the id exists, because the same form was submitted twice. */
export async function insertProposal(tx: Tx, given: NewProposal): Promise<boolean> {
  const inserted = await tx`
    insert into merchant.adjustment_proposals (
      id, psp_id, asset, amount, reference, proposed_by, created_at, expires_at)
    values (
      ${given.id}, ${given.psp_id}, ${given.asset}, ${given.amount}, ${given.reference}, ${given.proposed_by},
      ${given.created_at}, ${given.expires_at})
    on conflict (id) do nothing`;
  return inserted.count > 0;
}

const columns = (sql: Tag) => sql`
  id, psp_id, asset, amount, reference, proposed_by, created_at, expires_at, status, decided_by, decided_at`;

export async function lockProposal(tx: Tx, id: string): Promise<AdjustmentProposal | undefined> {
  const [row] = await tx<AdjustmentProposal[]>`
    select ${columns(tx)} from merchant.adjustment_proposals where id = ${id} for update`;
  return row;
}

export async function saveDecision(
  tx: Tx,
  id: string,
  status: 'confirmed' | 'rejected',
  by: string,
  now: Date,
): Promise<void> {
  await tx`
    update merchant.adjustment_proposals set status = ${status}, decided_by = ${by}, decided_at = ${now}
    where id = ${id}`;
}

export async function selectOpen(sql: Sql, now: Date, limit: number): Promise<AdjustmentProposal[]> {
  return sql<AdjustmentProposal[]>`
    select ${columns(sql)} from merchant.adjustment_proposals
    where status = 'proposed' and expires_at > ${now} order by expires_at, id limit ${limit}`;
}

export async function selectOfPsp(sql: Sql, pspId: number, limit: number): Promise<AdjustmentProposal[]> {
  return sql<AdjustmentProposal[]>`
    select ${columns(sql)} from merchant.adjustment_proposals
    where psp_id = ${pspId} order by id desc limit ${limit}`;
}

export async function pspExists(tx: Tx, pspId: number): Promise<boolean> {
  const rows = await tx`select from merchant.psps where id = ${pspId}`;
  return rows.length > 0;
}

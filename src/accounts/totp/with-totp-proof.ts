import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { recordAudit, type AuditEntry } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';

/** A refusal is returned, not thrown, by the work: the wrong code that it counts has to be committed. */
export async function withTotpProof<T>(
  context: AccountsContext,
  userId: string,
  visitor: Visitor,
  work: (tx: Tx) => Promise<T | ProblemError>,
  failed: AuditEntry['event'] = 'totp_failed',
): Promise<T> {
  const outcome = await transaction(context.sql, async (tx) => {
    const result = await work(tx);
    if (result instanceof ProblemError) {
      recordAudit(tx, context, { event: failed, userId, visitor, detail: { reason: result.code } });
    }
    return result;
  });
  if (outcome instanceof ProblemError) throw outcome;
  return outcome;
}

import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { clearFailures, judgeAttempt, recordFailure, tooManyAttempts } from '../attempts/limit-attempts.ts';
import { recordAudit, type AuditEntry } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';

/**
 * Six digits can be guessed by whoever has many tries, so wrong ones slow down whoever sends them. A refusal is
 * returned, not thrown, by the work: its failure has to be committed.
 */
export async function withTotpProof<T>(
  context: AccountsContext,
  userId: string,
  visitor: Visitor,
  work: (tx: Tx) => Promise<T | ProblemError>,
  failed: AuditEntry['event'] = 'totp_failed',
): Promise<T> {
  const attempt = { kind: 'sign-in' as const, target: `totp\0${userId}`, address: visitor.address, userId };
  const outcome = await transaction(context.sql, async (tx) => {
    const judgement = await judgeAttempt(tx, context, attempt, true);
    const result = judgement.waitMs > 0 ? tooManyAttempts(judgement.waitMs) : await work(tx);
    if (!(result instanceof ProblemError)) clearFailures(tx, attempt);
    else {
      if (result.code === 'totp_invalid') await recordFailure(tx, context, attempt, judgement);
      recordAudit(tx, context, { event: failed, userId, visitor, detail: { reason: result.code } });
    }
    return result;
  });
  if (outcome instanceof ProblemError) throw outcome;
  return outcome;
}

import { addJob } from '../../platform/jobs/jobs.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import type { Visitor } from '../audit/visitor.ts';

export const recoverJobName = 'accounts_mail_recovery';
export const recoveryPurpose = 'recovery request';

export interface RecoveryRequest {
  emailKey: string;
  visitor: Visitor;
}

type Context = Pick<AccountsContext, 'clock' | 'sealer'>;

/** The same for every address: only the job finds out whether somebody has it. Sealed, for the address is personal. */
export function queueRecovery(tx: Tx, context: Context, emailKey: string, visitor: Visitor): void {
  const request: RecoveryRequest = { emailKey, visitor };
  const sealed = context.sealer.seal(JSON.stringify(request), recoveryPurpose).toString('base64');
  addJob(tx, context.clock, recoverJobName, { sealed });
}

export function openRecoveryRequest(
  context: Pick<AccountsContext, 'sealer'>,
  payload: unknown,
): RecoveryRequest {
  const { sealed } = payload as { sealed: string };
  return JSON.parse(context.sealer.open(Buffer.from(sealed, 'base64'), recoveryPurpose)) as RecoveryRequest;
}

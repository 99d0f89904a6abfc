import { newId } from '../../../platform/ids.ts';
import { invalidField } from '../../../platform/problem.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import { describeUser } from './describe-user.ts';
import type { AccountsSession } from '../find-session.ts';
import { isClient } from './id-token.store.ts';
import { findUserById } from '../../users/find-user.ts';
import { accountsWords } from '../../details/accounts-words.rules.ts';

/** Long enough to forward, short enough that a leaked token is useless soon. */
export const idTokenLifetimeMs = 10 * 60_000;

interface IdTokenInput {
  audience: string;
  nonce?: string | undefined;
}

/**
 * Issues a token that identifies the user to one other service. The audience prevents that service from using it
 * elsewhere.
 */
export async function issueIdToken(
  context: AccountsContext,
  session: AccountsSession,
  input: IdTokenInput,
  visitor: Visitor,
): Promise<string> {
  const { userId, amr } = session;
  const isOurs = context.settings.ID_TOKEN_AUDIENCES.includes(input.audience);
  if (!isOurs && !(await isClient(context.sql, input.audience)))
    throw invalidField('audience', 'not_allowed', accountsWords.idTokenAudience);
  const user = await findUserById(context.sql, userId, context.clock.now());
  if (!user) throw problem('unknown_user');
  const { audience, nonce } = input;
  const token = await context.tokens.issue(
    {
      // Makes tokens of the same second distinct, because an audience accepts each token once.
      jti: newId(context.clock.nowMs()),
      sub: user.id,
      auth_time: Math.floor(session.authenticatedAt.getTime() / 1000),
      ...(amr.length > 0 ? { amr } : {}),
      ...describeUser(context, user),
      ...(nonce === undefined ? {} : { nonce }),
    },
    { audience, lifetimeMs: idTokenLifetimeMs },
  );
  await transaction(context.sql, (tx) =>
    recordAudit(tx, context, { event: 'id_token_issued', userId, visitor, detail: { audience } }),
  );
  return token;
}

import { newId } from '../../platform/ids.ts';
import { invalidField } from '../../platform/problem.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { pictureUrl } from '../pictures/picture-url.ts';
import type { AccountsSession } from '../sessions/find-session.ts';
import { findUserById } from '../users/find-user.ts';

/** Long enough to be handed on, too short to be worth keeping. */
export const idTokenLifetimeMs = 10 * 60_000;

interface IdTokenInput {
  audience: string;
  nonce?: string | undefined;
}

/** Tells one other service who this is; its audience keeps that service from posing as the user elsewhere. */
export async function issueIdToken(
  context: AccountsContext,
  session: AccountsSession,
  input: IdTokenInput,
  visitor: Visitor,
): Promise<string> {
  const { userId, amr } = session;
  if (!context.settings.ID_TOKEN_AUDIENCES.includes(input.audience))
    throw invalidField('audience', 'not_allowed', 'must be one of ID_TOKEN_AUDIENCES');
  const user = await findUserById(context.sql, userId, context.clock.now());
  if (!user) throw problem('unknown_user');
  const { audience, nonce } = input;
  const names = [user.firstName, user.lastName].filter((name) => name !== '');
  const token = await context.tokens.issue(
    {
      // Two tokens of one second would otherwise be the same, and its audience takes each once.
      jti: newId(context.clock.nowMs()),
      sub: user.id,
      auth_time: Math.floor(session.authenticatedAt.getTime() / 1000),
      ...(amr.length > 0 ? { amr } : {}),
      // A social provider need not tell an address.
      ...(user.email === '' ? {} : { email: user.email, email_verified: user.emailConfirmedAt !== null }),
      name: names.join(' '),
      given_name: user.firstName,
      family_name: user.lastName,
      picture: pictureUrl(context, user),
      ...(nonce === undefined ? {} : { nonce }),
    },
    { audience, lifetimeMs: idTokenLifetimeMs },
  );
  await transaction(context.sql, (tx) =>
    recordAudit(tx, context, { event: 'id_token_issued', userId, visitor, detail: { audience } }),
  );
  return token;
}

import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { pictureUrl } from '../pictures/picture-url.ts';
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
  userId: string,
  input: IdTokenInput,
  visitor: Visitor,
): Promise<string> {
  const user = await findUserById(context.sql, userId, context.clock.now());
  if (!user) throw problem('unknown_user');
  const { audience, nonce } = input;
  const names = [user.firstName, user.lastName].filter((name) => name !== '');
  const token = await context.tokens.issue(
    {
      sub: user.id,
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

import type { Account } from 'oidc-provider';
import { isId } from '../../platform/ids.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { describeUser } from '../sessions/id-tokens/describe-user.ts';
import { findUserById } from '../users/find-user.ts';

/** Finds a person for the library, which picks the claims of the granted scopes. */
export async function findProviderAccount(
  context: Pick<AccountsContext, 'sql' | 'clock' | 'baseUrl'>,
  id: string,
): Promise<Account | undefined> {
  const user = isId(id) ? await findUserById(context.sql, id, context.clock.now()) : undefined;
  if (!user) return undefined;
  return {
    accountId: user.id,
    claims: async () => ({ sub: user.id, ...describeUser(context, user), locale: user.language }),
  };
}

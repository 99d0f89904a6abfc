import type { Account } from 'oidc-provider';
import { isId } from '../../../platform/ids.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { describeUser } from '../../sessions/id-tokens/describe-user.ts';
import { providerRequest } from '../artefacts/provider-request.ts';
import { findUserById } from '../../users/find-user.ts';

/** Finds a person for the library, which picks the claims of the granted scopes. */
export async function findProviderAccount(
  context: Pick<AccountsContext, 'sql' | 'clock' | 'baseUrl'>,
  id: string,
): Promise<Account | undefined> {
  // A token request holds one connection and must not wait for a second one.
  const sql = providerRequest.getStore()?.tx ?? context.sql;
  const user = isId(id) ? await findUserById(sql, id, context.clock.now()) : undefined;
  if (!user) return undefined;
  return {
    accountId: user.id,
    claims: async () => ({ sub: user.id, ...describeUser(context, user), locale: user.language }),
  };
}

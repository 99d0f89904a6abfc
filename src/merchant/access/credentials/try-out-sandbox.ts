import type { TryOut } from '../../../platform/service.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { sandboxClientId, sandboxClientSecret } from './create-sandbox-psp.ts';
import { issueToken } from './issue-token.ts';
import { scopes } from './scope.rules.ts';

/** Returns the published credential of the sandbox with a token, or nothing if the credential was changed. */
export async function tryOutSandbox(
  context: Pick<MerchantContext, 'access' | 'tokens' | 'clock'>,
): Promise<TryOut> {
  const client = { id: sandboxClientId, secret: sandboxClientSecret };
  const issued = await issueToken(context, {
    clientId: client.id,
    clientSecret: client.secret,
    scopes,
    address: '127.0.0.1',
  });
  return issued ? { token: issued.access_token, client } : {};
}

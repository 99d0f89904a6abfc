import type { MerchantContext } from '../../merchant.context.ts';
import { sandboxClientId, sandboxClientSecret } from './create-sandbox-psp.ts';
import { issueToken } from './issue-token.ts';
import { scopes } from './scope.rules.ts';

/** Issues a token with the published secret of the sandbox. Returns undefined if its credential was changed. */
export async function issueSandboxToken(
  context: Pick<MerchantContext, 'access' | 'tokens' | 'clock'>,
): Promise<string | undefined> {
  const issued = await issueToken(context, {
    clientId: sandboxClientId,
    clientSecret: sandboxClientSecret,
    scopes,
    address: '127.0.0.1',
  });
  return issued?.access_token;
}

import type { Platform } from '../../../platform/platform.ts';
import { ensureSigningKey, openTokens, type Tokens } from '../../../platform/tokens/tokens.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { idTokenLifetimeMs } from '../../sessions/id-tokens/issue-id-token.ts';

const purpose = 'accounts rs256';

/** Opens the keys of ID tokens for clients that know no EdDSA. There is none before the first such client. */
export const openRsaTokens = (
  platform: Platform,
  { baseUrl }: Pick<AccountsContext, 'baseUrl'>,
): Promise<Tokens> =>
  openTokens(platform, purpose, {
    issuer: baseUrl,
    audience: baseUrl,
    lifetimeMs: idTokenLifetimeMs,
    algorithm: 'RS256',
    isOptional: true,
  });

export const ensureRsaKey = (
  platform: Pick<Platform, 'sql' | 'sealer' | 'clock' | 'signals' | 'log'>,
): Promise<void> => ensureSigningKey(platform, purpose, 'RS256', idTokenLifetimeMs);

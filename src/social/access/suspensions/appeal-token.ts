import { decodeOnce } from '../../../platform/tokens/one-spelling.ts';
import type { SocialContext } from '../../social.context.ts';
import { findSuspension } from './suspension.store.ts';

const purpose = 'social appeal token';
const lifetimeMs = 3_600_000;
const start = 'appeal.';

/**
 * Makes the token that a suspended user gets instead of access tokens. It opens the appeal, the notices, the export and
 * the deletion of that user only. It is sealed, not signed, so no other token reader accepts it.
 */
export function makeAppealToken(context: Pick<SocialContext, 'sealer' | 'clock'>, userId: string): string {
  const text = `${userId} ${context.clock.nowMs() + lifetimeMs}`;
  return start + context.sealer.seal(text, purpose).toString('base64url');
}

/** Returns the user of a valid token, while the user is suspended. */
export async function identifyAppellant(
  context: Pick<SocialContext, 'sql' | 'sealer' | 'clock'>,
  token: string,
): Promise<{ userId: string; expiresMs: number; provenMs: number } | undefined> {
  const stated = token.startsWith(start) ? read(context, token.slice(start.length)) : undefined;
  const [userId = '', expires = ''] = stated?.split(' ') ?? [];
  const expiresMs = Number(expires);
  if (stated === undefined || expiresMs <= context.clock.nowMs()) return undefined;
  const suspension = await findSuspension(context.sql, userId, context.clock.now());
  return suspension && { userId, expiresMs, provenMs: expiresMs - lifetimeMs };
}

function read({ sealer }: Pick<SocialContext, 'sealer'>, text: string): string | undefined {
  try {
    const sealed = decodeOnce(text, 'base64url');
    return sealed && sealer.open(sealed, purpose);
  } catch {
    return undefined;
  }
}

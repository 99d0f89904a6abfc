import { decodeOnce } from '../../../platform/tokens/one-spelling.ts';
import type { SocialContext } from '../../social.context.ts';
import { findMailChoice, setMailChoice } from './notice.store.ts';

const purpose = 'social unsubscribe from event mails';

type Context = Pick<SocialContext, 'sealer' | 'baseUrl'>;

/**
 * Returns the address of the page that turns off one user’s event mails. It does not expire, because mails are kept for
 * years.
 */
export function unsubscribeUrl({ sealer, baseUrl }: Context, userId: string): string {
  return `${baseUrl}/mail/unsubscribe?token=${sealer.seal(userId, purpose).toString('base64url')}`;
}

/** Headers for one-click unsubscribe (RFC 8058). */
export const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

/** Returns whether the user gets event mails, or undefined if the token is invalid or its user is deleted. */
export async function readMailChoice(
  context: Pick<SocialContext, 'sql' | 'sealer'>,
  token: string,
): Promise<boolean | undefined> {
  const userId = readToken(context, token);
  return userId === undefined ? undefined : findMailChoice(context.sql, userId);
}

/** Turns event mails off. Returns false if the token is invalid or its user is deleted. Idempotent. */
export async function unsubscribe(
  context: Pick<SocialContext, 'sql' | 'sealer' | 'log'>,
  token: string,
): Promise<boolean> {
  const userId = readToken(context, token);
  if (userId === undefined || !(await setMailChoice(context.sql, userId, false))) return false;
  context.log.info({ user: userId }, 'mails about events were turned off by their link');
  return true;
}

function readToken({ sealer }: Pick<SocialContext, 'sealer'>, token: string): string | undefined {
  try {
    const sealed = decodeOnce(token, 'base64url');
    return sealed && sealer.open(sealed, purpose);
  } catch {
    return undefined;
  }
}

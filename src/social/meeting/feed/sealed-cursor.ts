import { foreignCursor } from '../../access/paging/cursor.rules.ts';
import type { SocialContext } from '../../social.context.ts';

const purposeFor = (userId: string): string => `social feed cursor for ${userId}`;

/**
 * Encrypts a cursor for one user. A position in the feed contains a person’s last activity, which other users must not
 * see. A forged cursor would reveal it as well.
 */
export function sealCursor(
  { sealer }: Pick<SocialContext, 'sealer'>,
  userId: string,
  cursor: string,
): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  return sealer.seal(text, purposeFor(userId)).toString('base64url');
}

export function openCursor(
  { sealer }: Pick<SocialContext, 'sealer'>,
  userId: string,
  sealed: string,
): string {
  try {
    const text = sealer.open(Buffer.from(sealed, 'base64url'), purposeFor(userId));
    return Buffer.from(text).toString('base64url');
  } catch {
    throw foreignCursor();
  }
}

import { foreignCursor } from '../paging/cursor.rules.ts';
import type { SocialContext } from '../social.context.ts';

const purposeFor = (userId: string): string => `social feed cursor for ${userId}`;

/**
 * A place in the feed is the moment at which somebody was last active, which a stranger is not told. Whoever could write
 * one could find that moment out as well.
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

import type { AccountsContext } from '../../accounts.context.ts';
import { drawInitials, readInitialsFileName } from './picture.rules.ts';
import { findPictureByName } from './picture.store.ts';

export interface ServedPicture {
  type: 'image/webp' | 'image/svg+xml';
  body: Buffer;
}

const stored = /^([A-Za-z0-9_-]{22})\.webp$/;

export async function findPicture(
  context: Pick<AccountsContext, 'sql'>,
  fileName: string,
): Promise<ServedPicture | undefined> {
  const name = stored.exec(fileName)?.[1];
  if (name !== undefined) {
    const image = await findPictureByName(context.sql, name);
    return image && { type: 'image/webp', body: image };
  }
  const asked = readInitialsFileName(fileName);
  return (
    asked && { type: 'image/svg+xml', body: Buffer.from(drawInitials(asked.initials, asked.colour), 'utf8') }
  );
}

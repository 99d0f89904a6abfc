import { randomBytes } from 'node:crypto';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { invalidField } from '../../../platform/problem.ts';
import type { SocialContext } from '../../social.context.ts';
import {
  copyImage,
  insertImage,
  insertLink,
  lockPhotos,
  movePhoto,
  removePhotos,
  type PhotoRow,
} from './photo.store.ts';
import type { WantedPhoto } from './read-wanted-photo.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export const newPhotoName = (): string => randomBytes(16).toString('base64url');

/**
 * Sets the slots from `first` to `last` to the given content and leaves the others unchanged. The user’s row must be
 * locked.
 */
export async function replacePhotos(
  tx: Tx,
  context: SocialContext,
  userId: string,
  slots: { first: number; last: number },
  wanted: readonly WantedPhoto[],
): Promise<void> {
  const rows = await lockPhotos(tx, userId);
  const replaced = new Map(
    rows
      .filter((row) => row.position >= slots.first && row.position <= slots.last)
      .map((row) => [row.id, row]),
  );
  for (const photo of wanted) {
    const before = findSame(rows, photo);
    if (before && replaced.delete(before.id)) {
      if (before.position !== photo.position) await movePhoto(tx, before.id, photo.position);
    } else {
      await addPhoto(tx, context, userId, photo, before);
    }
  }
  await removePhotos(tx, [...replaced.keys()]);
}

function findSame(rows: readonly PhotoRow[], photo: WantedPhoto): PhotoRow | undefined {
  if (photo.kind === 'new') return undefined;
  if (photo.kind === 'link') return rows.find((row) => row.link === photo.link);
  const row = rows.find((candidate) => candidate.name === photo.name);
  if (!row) throw invalidField(photo.field, 'not_allowed', socialWords.photoOfUser);
  return row;
}

async function addPhoto(
  tx: Tx,
  context: SocialContext,
  userId: string,
  photo: WantedPhoto,
  before: PhotoRow | undefined,
): Promise<void> {
  const id = newId(context.clock.nowMs());
  const added = { id, userId, position: photo.position, now: context.clock.now() };
  if (photo.kind === 'link') return insertLink(tx, { ...added, link: photo.link });
  const name = newPhotoName();
  if (photo.kind === 'new') {
    return insertImage(tx, { ...added, name, ...photo.photo, sourceLink: photo.sourceLink });
  }
  if (before) await copyImage(tx, { ...added, name, sourceLink: photo.sourceLink }, before.id);
}

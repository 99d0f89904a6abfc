import { isId, newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../../platform/problem.ts';
import type { ViewerContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { loadPhotos, type ShownPhoto } from './list-photos.ts';
import {
  findSamePhotos,
  insertImage,
  lockOwner,
  lockPhotos,
  movePhoto,
  removePhotos,
  type PhotoRow,
} from './photo.store.ts';
import { preparePhoto } from './prepare-photo.ts';
import { newPhotoName } from './replace-photos.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';

export const mostPhotos = 5;

export async function uploadPhoto(
  context: ViewerContext,
  userId: string,
  bytes: Buffer,
  signal?: AbortSignal,
): Promise<ShownPhoto> {
  const prepared = await preparePhoto(bytes, 'body', signal);
  const photo = { id: newId(context.clock.nowMs()), userId, name: newPhotoName(), now: context.clock.now() };
  const shown = await change(context, userId, async (tx, rows) => {
    // A profile stored with gaps has a free position before its last photo.
    const free = Array.from({ length: mostPhotos }, (_, index) => index + 1).find(
      (position) => !rows.some((row) => row.position === position),
    );
    if (free === undefined) {
      throw problem('too_many_photos', { say: safetyWords.mostPhotos, values: { most: mostPhotos } });
    }
    await insertImage(tx, { ...photo, position: free, ...prepared, sourceLink: null });
  });
  const added = shown.find(({ id }) => id === photo.id);
  if (!added) throw problem('not_found');
  return added;
}

/** Removes a photo. Later photos move up. */
export async function removePhoto(
  context: ViewerContext,
  userId: string,
  photoId: string,
): Promise<ShownPhoto[]> {
  return change(context, userId, async (tx, rows) => {
    const removed = isId(photoId) ? rows.find((row) => row.id === photoId.toLowerCase()) : undefined;
    if (!removed) throw problem('not_found', { say: safetyWords.noSuchPhoto });
    await removePhotos(tx, [removed.id]);
    await arrange(
      tx,
      rows.filter((row) => row !== removed),
    );
  });
}

/** Sets the order of the photos. `photoIds` must contain all of them. */
export async function orderPhotos(
  context: ViewerContext,
  userId: string,
  photoIds: readonly string[],
): Promise<ShownPhoto[]> {
  return change(context, userId, async (tx, rows) => {
    const wanted = photoIds.map((id) => rows.find((row) => row.id === id.toLowerCase()));
    const named = wanted.flatMap((row) => row ?? []);
    if (
      named.length !== wanted.length ||
      new Set(named).size !== rows.length ||
      named.length !== rows.length
    ) {
      throw invalidField('photos', 'not_allowed', safetyWords.eachPhotoOnce);
    }
    await arrange(tx, named);
  });
}

/**
 * Removes a photo on behalf of staff, with every copy of the same picture: a picture that was sent as the profile photo
 * and as another photo is stored twice. Returns false if the user has no such photo.
 */
export async function takeDownPhoto(tx: Tx, userId: string, photoId: string): Promise<boolean> {
  await lockPhotos(tx, userId);
  const photoIds = await findSamePhotos(tx, userId, photoId);
  await removePhotos(tx, photoIds);
  return photoIds.length > 0;
}

async function arrange(tx: Tx, rows: readonly PhotoRow[]): Promise<void> {
  for (const [index, row] of rows.entries()) {
    if (row.position !== index + 1) await movePhoto(tx, row.id, index + 1);
  }
}

/** Runs a change under the lock of the user’s photos. `rows` excludes the profile photo. */
async function change(
  context: ViewerContext,
  userId: string,
  run: (tx: Tx, rows: readonly PhotoRow[]) => Promise<void>,
): Promise<ShownPhoto[]> {
  await transaction(context.sql, async (tx) => {
    if (!(await lockOwner(tx, userId))) throw problem('not_found');
    const rows = await lockPhotos(tx, userId);
    await run(
      tx,
      rows.filter((row) => row.position > 0),
    );
  });
  return (await loadPhotos(context, userId, userId)).photos;
}

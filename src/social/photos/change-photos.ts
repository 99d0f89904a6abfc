import { isId, newId } from '../../platform/ids.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { transaction } from '../../platform/postgres/client/transaction.ts';
import { invalidField } from '../../platform/problem.ts';
import type { ViewerContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { loadPhotos, type ShownPhoto } from './list-photos.ts';
import { insertImage, lockOwner, lockPhotos, movePhoto, removePhotos, type PhotoRow } from './photo.store.ts';
import { preparePhoto } from './prepare-photo.ts';
import { newPhotoName } from './replace-photos.ts';

export const mostPhotos = 5;

/** Adds a picture after those that are there. */
export async function uploadPhoto(
  context: ViewerContext,
  userId: string,
  bytes: Buffer,
  signal?: AbortSignal,
): Promise<ShownPhoto> {
  const prepared = await preparePhoto(bytes, 'body', signal);
  const photo = { id: newId(context.clock.nowMs()), userId, name: newPhotoName(), now: context.clock.now() };
  const shown = await change(context, userId, async (tx, rows) => {
    // A profile that was written with gaps has a place before its last photo.
    const free = Array.from({ length: mostPhotos }, (_, index) => index + 1).find(
      (position) => !rows.some((row) => row.position === position),
    );
    if (free === undefined) {
      throw problem('too_many_photos', { detail: `At most ${mostPhotos} photos; remove one first.` });
    }
    await insertImage(tx, { ...photo, position: free, ...prepared, sourceLink: null });
  });
  const added = shown.find(({ id }) => id === photo.id);
  if (!added) throw problem('not_found');
  return added;
}

/** Those after it move up. */
export async function removePhoto(
  context: ViewerContext,
  userId: string,
  photoId: string,
): Promise<ShownPhoto[]> {
  return change(context, userId, async (tx, rows) => {
    const removed = isId(photoId) ? rows.find((row) => row.id === photoId.toLowerCase()) : undefined;
    if (!removed) throw problem('not_found', { detail: 'There is no such photo.' });
    await removePhotos(tx, [removed.id]);
    await arrange(
      tx,
      rows.filter((row) => row !== removed),
    );
  });
}

/** `photoIds` are all of them, in their new order. */
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
      throw invalidField('photos', 'not_allowed', 'must name each photo of this user once');
    }
    await arrange(tx, named);
  });
}

async function arrange(tx: Tx, rows: readonly PhotoRow[]): Promise<void> {
  for (const [index, row] of rows.entries()) {
    if (row.position !== index + 1) await movePhoto(tx, row.id, index + 1);
  }
}

/** One change at a time for each user, whichever way it comes; `rows` is without the profile photo. */
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

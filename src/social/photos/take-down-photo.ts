import type { Tx } from '../../platform/postgres/client/database.ts';
import { findSamePhotos, lockPhotos, removePhotos } from './photo.store.ts';

/**
 * For staff: wherever the user shows that picture, since one that was sent as the profile photo and among the others is
 * kept twice. False where the user has no such photo any more.
 */
export async function takeDownPhoto(tx: Tx, userId: string, photoId: string): Promise<boolean> {
  await lockPhotos(tx, userId);
  const photoIds = await findSamePhotos(tx, userId, photoId);
  await removePhotos(tx, photoIds);
  return photoIds.length > 0;
}

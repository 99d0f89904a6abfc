import type { Tx } from '../../platform/postgres/client/database.ts';
import { lockPhotos, removePhotos } from './photo.store.ts';

/** For staff. False where the user has no such photo any more. */
export async function takeDownPhoto(tx: Tx, userId: string, photoId: string): Promise<boolean> {
  const photos = await lockPhotos(tx, userId);
  if (!photos.some((photo) => photo.id === photoId)) return false;
  await removePhotos(tx, [photoId]);
  return true;
}

import type { Tx } from '../../platform/postgres/client/database.ts';
import { deletePicture } from './picture.store.ts';

/** The user's row is the caller's to update, as with a new one. */
export const removePicture = (tx: Tx, userId: string): Promise<void> => deletePicture(tx, userId);

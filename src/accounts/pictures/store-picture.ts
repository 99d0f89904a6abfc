import { randomBytes } from 'node:crypto';
import { decodeBase64 } from '../../platform/images/decode-base64.ts';
import { ImageFault } from '../../platform/images/image-fault.ts';
import { makeSquarePicture } from '../../platform/images/square-picture.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { invalidField } from '../../platform/problem.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { deletePicture, replacePicture, setPictureName } from './picture.store.ts';

/** Of a request that may carry a picture: 5 MiB in base64, and room for the rest. */
export const pictureBodyLimitBytes = 8 * 1024 * 1024;

/** Before the transaction that stores it: this takes a tenth of a second and more. `signal`: whoever sent it is gone. */
export async function preparePicture(base64: string, signal?: AbortSignal): Promise<Buffer> {
  try {
    return await makeSquarePicture(decodeBase64(base64), signal);
  } catch (error) {
    if (error instanceof ImageFault) throw invalidField('user_profilepic', error.code, error.message);
    throw error;
  }
}

/** In the place of the one before, wherever that lies. */
export async function storePicture(
  tx: Tx,
  context: Pick<AccountsContext, 'clock'>,
  userId: string,
  image: Buffer,
): Promise<void> {
  // A new name for every picture: addresses of pictures are cached for ever.
  const name = randomBytes(16).toString('base64url');
  await replacePicture(tx, { name, userId, image, createdAt: context.clock.now() });
  await setPictureName(tx, userId, name);
}

export async function removePicture(tx: Tx, userId: string): Promise<void> {
  await deletePicture(tx, userId);
  await setPictureName(tx, userId, null);
}

import { randomBytes } from 'node:crypto';
import { decodeBase64 } from '../../../platform/images/decode-base64.ts';
import { ImageFault } from '../../../platform/images/image-fault.ts';
import { makeSquarePicture } from '../../../platform/images/square-picture.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { deletePicture, replacePicture, setPictureName } from './picture.store.ts';

/** Body limit of requests with a picture: 5 MiB in base64, and room for the rest. */
export const pictureBodyLimitBytes = 8 * 1024 * 1024;

/**
 * Decodes and resizes a picture. Called before the transaction that stores it, because it takes a tenth of a second or
 * more. `signal` aborts it when the client has disconnected.
 */
export async function preparePicture(base64: string, signal?: AbortSignal): Promise<Buffer> {
  try {
    return await makeSquarePicture(decodeBase64(base64), signal);
  } catch (error) {
    if (error instanceof ImageFault) throw error.asProblem('user_profilepic');
    throw error;
  }
}

/** Stores the picture in place of the previous one, including one on another server. */
export async function storePicture(
  tx: Tx,
  context: Pick<AccountsContext, 'clock'>,
  userId: string,
  image: Buffer,
): Promise<void> {
  // Every picture gets a new name, because clients cache pictures by URL.
  const name = randomBytes(16).toString('base64url');
  await replacePicture(tx, { name, userId, image, createdAt: context.clock.now() });
  await setPictureName(tx, userId, name);
}

export async function removePicture(tx: Tx, userId: string): Promise<void> {
  await deletePicture(tx, userId);
  await setPictureName(tx, userId, null);
}

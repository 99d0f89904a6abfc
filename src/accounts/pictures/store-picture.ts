import { randomBytes } from 'node:crypto';
import { decodeBase64 } from '../../platform/images/decode-base64.ts';
import { ImageFault } from '../../platform/images/image-fault.ts';
import { makeSquarePicture } from '../../platform/images/square-picture.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { invalidField } from '../../platform/problem.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { replacePicture } from './picture.store.ts';

/** Before the transaction that stores it: this takes a tenth of a second and more. */
export async function preparePicture(base64: string, field = 'user_profilepic'): Promise<Buffer> {
  try {
    return await makeSquarePicture(decodeBase64(base64));
  } catch (error) {
    if (error instanceof ImageFault) throw invalidField(field, error.code, error.message);
    throw error;
  }
}

/** Returns the name under which it is served; the user's row is the caller's to update. */
export async function storePicture(
  tx: Tx,
  context: Pick<AccountsContext, 'clock'>,
  userId: string,
  image: Buffer,
): Promise<string> {
  const name = randomBytes(16).toString('base64url');
  await replacePicture(tx, { name, userId, image, createdAt: context.clock.now() });
  return name;
}

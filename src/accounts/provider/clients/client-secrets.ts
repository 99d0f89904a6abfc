import { createHmac } from 'node:crypto';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { keyedHash } from '../../../platform/tokens/hash-key.store.ts';
import type { Platform } from '../../../platform/platform.ts';

/** Returns the key of the hashes of client secrets. */
export const readSecretKey = (tx: Tx, context: Pick<Platform, 'sealer' | 'clock'>): Promise<Buffer> =>
  keyedHash(tx, context, 'oidc client secrets', 'secrets');

export const hashSecret = (key: Buffer, secret: string): Buffer =>
  createHmac('sha256', key).update(secret).digest();

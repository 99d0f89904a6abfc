import { createHmac, randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Tx } from '../postgres/client/database.ts';
import type { Sealer } from './sealer.ts';

export const hashKeyPurpose = (purpose: string): string => `hash key ${purpose}`;

/**
 * Returns an HMAC for hashes that are kept for years. Its key is stored in the database, sealed with SECRET_KEY, so
 * that a copy of the database alone does not allow guessing the hashed text.
 */
export async function keyedHash(
  tx: Tx,
  { sealer, clock }: { readonly sealer: Sealer; readonly clock: Clock },
  purpose: string,
  text: string | Buffer,
): Promise<Buffer> {
  const sealed = (await findHashKey(tx, purpose)) ?? (await addHashKey(tx, { sealer, clock }, purpose));
  const key = Buffer.from(sealer.open(sealed, hashKeyPurpose(purpose)), 'base64');
  return createHmac('sha256', key).update(text).digest();
}

async function findHashKey(tx: Tx, purpose: string): Promise<Buffer | undefined> {
  const [row] = await tx<{ sealed_key: Buffer }[]>`
    select sealed_key from platform.hash_keys where purpose = ${purpose}`;
  return row?.sealed_key;
}

/** Adds the key. If two processes do so at the same time, both get the first one. */
async function addHashKey(
  tx: Tx,
  { sealer, clock }: { readonly sealer: Sealer; readonly clock: Clock },
  purpose: string,
): Promise<Buffer> {
  const sealed = sealer.seal(randomBytes(32).toString('base64'), hashKeyPurpose(purpose));
  const [row] = await tx<{ sealed_key: Buffer }[]>`
    insert into platform.hash_keys (purpose, sealed_key, created_at)
    values (${purpose}, ${sealed}, ${clock.now()})
    on conflict (purpose) do update set purpose = excluded.purpose
    returning sealed_key`;
  if (!row) throw new Error('a key was neither found nor added');
  return row.sealed_key;
}

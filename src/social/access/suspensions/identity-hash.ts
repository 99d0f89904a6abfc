import { createHmac, randomBytes } from 'node:crypto';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { SocialContext } from '../../social.context.ts';
import { findIdentityKey, insertIdentityKey } from './suspension.store.ts';

export const identityKeyPurpose = 'social identity key';

export interface Identity {
  provider: string;
  loginId: string;
  /** Address confirmed by the provider. */
  email: string | null;
}

/** Keyed hashes of an identity: enough to recognize it, but not readable. */
export interface IdentityHashes {
  identity: Buffer;
  address: Buffer | null;
}

type Context = Pick<SocialContext, 'sealer' | 'clock'>;

/** Returns undefined if the installation has no key, so no hash was ever stored. */
export async function findIdentityHashes(
  tx: Tx,
  context: Context,
  identity: Identity,
): Promise<IdentityHashes | undefined> {
  const sealedKey = await findIdentityKey(tx);
  return sealedKey && hashesOf(context.sealer.open(sealedKey, identityKeyPurpose), identity);
}

export async function makeIdentityHashes(
  tx: Tx,
  context: Context,
  identity: Identity,
): Promise<IdentityHashes> {
  return hashesOf(await getIdentityKey(tx, context), identity);
}

/**
 * Hashes JSON lists of different lengths, so that no two identities and no identity and address have the same input.
 */
function hashesOf(key: string, { provider, loginId, email }: Identity): IdentityHashes {
  const hash = (parts: readonly string[]): Buffer =>
    createHmac('sha256', Buffer.from(key, 'base64url')).update(JSON.stringify(parts)).digest();
  return {
    identity: hash([provider, loginId]),
    address: email === null ? null : hash([email.toLowerCase()]),
  };
}

async function getIdentityKey(tx: Tx, context: Context): Promise<string> {
  const found = await findIdentityKey(tx);
  if (found) return context.sealer.open(found, identityKeyPurpose);
  const sealed = context.sealer.seal(randomBytes(32).toString('base64url'), identityKeyPurpose);
  await insertIdentityKey(tx, sealed, context.clock.now());
  const made = await findIdentityKey(tx);
  if (!made) throw new Error('the identity key was not stored');
  return context.sealer.open(made, identityKeyPurpose);
}

import { createHmac, randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/postgres/client/database.ts';
import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { SocialContext } from '../social.context.ts';
import {
  deleteEndedBars,
  findIdentityKey,
  findSuspendedIdentity,
  insertBar,
  insertIdentityKey,
  takeBar,
  type Bar,
  type Identity,
} from './suspension.store.ts';

export type { Bar };
export const identityKeyPurpose = 'social identity key';

type Context = Pick<SocialContext, 'sealer' | 'clock'>;

/** In the erasure of a user, before the row goes: whoever is suspended does not come back by being erased. */
export async function barIdentity(tx: Tx, context: Context, userId: string): Promise<void> {
  const identity = await findSuspendedIdentity(tx, userId, context.clock.now());
  if (!identity) return;
  await insertBar(tx, hashOf(await getIdentityKey(tx, context), identity), userId);
}

/** After the row of whoever signs in for the first time is written: the suspension that this identity has yet to serve. */
export async function takeIdentityBar(
  tx: Tx,
  context: Context,
  identity: Identity,
): Promise<Bar | undefined> {
  // Without a key nobody was ever barred.
  const sealedKey = await findIdentityKey(tx);
  if (!sealedKey) return undefined;
  const key = context.sealer.open(sealedKey, identityKeyPurpose);
  return takeBar(tx, hashOf(key, identity), context.clock.now());
}

export async function forgetEndedBars(context: Pick<SocialContext, 'sql' | 'clock'>): Promise<void> {
  await inBatches((limit) => deleteEndedBars(context.sql, context.clock.now(), limit));
}

/** As JSON: no two identities are written alike. */
function hashOf(key: string, { provider, loginId }: Identity): Buffer {
  return createHmac('sha256', Buffer.from(key, 'base64url'))
    .update(JSON.stringify([provider, loginId]))
    .digest();
}

async function getIdentityKey(tx: Tx, context: Context): Promise<string> {
  const found = await findIdentityKey(tx);
  if (found) return context.sealer.open(found, identityKeyPurpose);
  const sealed = context.sealer.seal(randomBytes(32).toString('base64url'), identityKeyPurpose);
  await insertIdentityKey(tx, sealed, context.clock.now());
  const made = await findIdentityKey(tx);
  if (!made) throw new Error('the identity key was not kept');
  return context.sealer.open(made, identityKeyPurpose);
}

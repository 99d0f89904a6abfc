import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { SocialContext } from '../../social.context.ts';
import { findPushKeys, insertPushKeys } from './device.store.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

export const pushKeyPurpose = 'social push key';
const known = new WeakMap<object, PushKeys>();

/**
 * Returns the VAPID keys that identify this installation to push services. They are generated once, and the private key
 * is stored encrypted.
 */
export async function getPushKeys(context: SocialContext): Promise<PushKeys> {
  const before = known.get(context.sql);
  if (before) return before;
  const found = (await findPushKeys(context.sql)) ?? (await createPushKeys(context));
  const keys = {
    publicKey: found.publicKey,
    privateKey: context.sealer.open(found.sealedPrivateKey, pushKeyPurpose),
  };
  known.set(context.sql, keys);
  return keys;
}

async function createPushKeys(context: SocialContext) {
  const { default: webPush } = await import('web-push');
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await transaction(context.sql, (tx) =>
    insertPushKeys(
      tx,
      { publicKey, sealedPrivateKey: context.sealer.seal(privateKey, pushKeyPurpose) },
      context.clock.now(),
    ),
  );
  const made = await findPushKeys(context.sql);
  if (!made) throw new Error('the push keys are not stored');
  return made;
}

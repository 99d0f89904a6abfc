import type { Tx } from '../../platform/postgres/client/database.ts';
import { inBatches } from '../../platform/postgres/in-batches.ts';
import type { SocialContext } from '../social.context.ts';
import type { IdentityHashes } from './identity-hash.ts';
import { deleteEndedBars, insertBars, takeBar, type Bar } from './suspension.store.ts';

export type { Bar };

/**
 * When the case of an erased user is forgotten, before the row goes: a suspension that is still in force stays with the
 * identity.
 */
export async function barIdentity(
  tx: Tx,
  context: Pick<SocialContext, 'clock'>,
  userId: string,
): Promise<void> {
  await insertBars(tx, userId, context.clock.now());
}

/** After the row of a user who signs in for the first time is written: the suspension that this identity has yet to serve. */
export async function takeIdentityBar(
  tx: Tx,
  context: Pick<SocialContext, 'clock'>,
  { identity, address }: IdentityHashes,
): Promise<Bar | undefined> {
  return takeBar(tx, address ? [identity, address] : [identity], context.clock.now());
}

export async function forgetEndedBars(context: Pick<SocialContext, 'sql' | 'clock'>): Promise<void> {
  await inBatches((limit) => deleteEndedBars(context.sql, context.clock.now(), limit));
}

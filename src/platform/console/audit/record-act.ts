import type { Clock } from '../../clock.ts';
import { newId } from '../../ids.ts';
import type { Tx } from '../../postgres/client/database.ts';
import { countRefusal } from '../../throttle/refusal.store.ts';
import { insertAct } from './act.store.ts';

/** The person who acts. The id is null if the person is unknown. */
export interface Actor {
  readonly id: string | null;
  readonly name: string;
  readonly email: string;
}

export interface Act {
  readonly actor: Actor;
  /** Organisation of the act. Undefined if the act concerns only the person. */
  readonly place?: { readonly kind: string; readonly organisation: string } | undefined;
  /** Stored name that never changes, such as `member.invited`. */
  readonly act: string;
  /** Name or id of the thing that was changed, as people know it. */
  readonly subject?: string;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
  readonly address: string;
}

export const refusalTable = {
  schema: 'platform',
  table: 'console_refusals',
  owner: 'person_id',
  event: 'act',
} as const;

/**
 * Unauthenticated callers can repeat these without limit. They are counted instead of stored one by one, because rows
 * of the audit record are never deleted.
 */
const countedActs = new Set(['sign_in.failed', 'factor.failed']);

/** Records an act. Must run in the transaction of the act, so that both are committed or neither is. */
export async function recordAct(
  tx: Tx,
  { clock }: { readonly clock: Clock },
  { actor, place, act, subject = '', detail = {}, address }: Act,
): Promise<void> {
  const at = clock.now();
  if (countedActs.has(act)) {
    countRefusal(tx, refusalTable, { id: newId(at.getTime()), ownerId: actor.id, event: act, address, at });
    return;
  }
  await insertAct(tx, {
    id: newId(at.getTime()),
    at,
    person_id: actor.id,
    person_name: actor.name,
    person_email: actor.email,
    kind: place?.kind ?? null,
    organisation: place?.organisation ?? null,
    act,
    subject,
    detail: { ...detail },
    address,
  });
}

/** Actor of commands on the command line. No person is known, only the account of the operating system. */
export const commandLine: Actor = { id: null, name: 'command line', email: '' };

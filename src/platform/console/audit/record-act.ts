import type { Clock } from '../../clock.ts';
import { newId } from '../../ids.ts';
import type { Tx } from '../../postgres/client/database.ts';
import { insertAct } from './act.store.ts';
import { countRefusal } from './refusal.store.ts';

/** Who did it: a person, or nobody whom we know. */
export interface Actor {
  readonly id: string | null;
  readonly name: string;
  readonly email: string;
}

export interface Act {
  readonly actor: Actor;
  /** Where it counts; undefined where it concerns nobody but the person. */
  readonly place?: { readonly kind: string; readonly organisation: string } | undefined;
  /** `member.invited`: a name that stays. */
  readonly act: string;
  /** What it was done to, as people know it. */
  readonly subject?: string;
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>;
  readonly address: string;
}

/** Strangers can cause these without end: counted, they cannot flood the record that is only added to. */
const countedActs = new Set(['sign_in.failed', 'factor.failed']);

/** In the transaction of the act itself: neither stands without the other. */
export async function recordAct(
  tx: Tx,
  { clock }: { readonly clock: Clock },
  { actor, place, act, subject = '', detail = {}, address }: Act,
): Promise<void> {
  const at = clock.now();
  if (countedActs.has(act)) {
    await countRefusal(tx, { id: newId(at.getTime()), personId: actor.id, act, address, at });
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

/** What is done on the command line has no person that we know, but the account that runs it. */
export const commandLine: Actor = { id: null, name: 'command line', email: '' };

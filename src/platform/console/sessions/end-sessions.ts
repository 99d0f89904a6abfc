import { isId } from '../../ids.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { recordAct } from '../audit/record-act.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import { endSessionRows } from './session-end.store.ts';
import type { ConsoleSession } from './console-sessions.ts';

type Context = Pick<ConsoleContext, 'sql' | 'clock'>;

export async function signOut(
  context: Context,
  { id, person }: ConsoleSession,
  { address }: Visitor,
): Promise<void> {
  await transaction(context.sql, async (tx) => {
    const ending = { personId: person.id, only: id, reason: 'ended', now: context.clock.now() } as const;
    if ((await endSessionRows(tx, ending)) === 0) return;
    await recordAct(tx, context, { actor: person, act: 'signed_out', address });
  });
}

/** Ends one of the person's sessions, or all except the current one. */
export async function endSessions(
  context: Context,
  { id, person }: ConsoleSession,
  which: { readonly id: string } | 'others',
  { address }: Visitor,
): Promise<void> {
  if (which !== 'others' && !isId(which.id)) return;
  await transaction(context.sql, async (tx) => {
    const chosen = which === 'others' ? { except: id } : { only: which.id };
    const ending = { personId: person.id, ...chosen, reason: 'ended', now: context.clock.now() } as const;
    const count = await endSessionRows(tx, ending);
    if (count === 0) return;
    await recordAct(tx, context, { actor: person, act: 'session.ended', detail: { count }, address });
  });
}

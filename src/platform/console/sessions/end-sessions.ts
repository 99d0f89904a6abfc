import { isId } from '../../ids.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import { recordAct } from '../audit/record-act.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import { deleteSession, deleteSessions } from './console-session.store.ts';
import type { ConsoleSession } from './console-sessions.ts';

type Context = Pick<ConsoleContext, 'sql' | 'clock'>;

export async function signOut(
  context: Context,
  { id, person }: ConsoleSession,
  { address }: Visitor,
): Promise<void> {
  await transaction(context.sql, async (tx) => {
    if ((await deleteSession(tx, person.id, id)) === 0) return;
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
    const count = await (which === 'others'
      ? deleteSessions(tx, person.id, id)
      : deleteSession(tx, person.id, which.id));
    if (count === 0) return;
    await recordAct(tx, context, { actor: person, act: 'session.ended', detail: { count }, address });
  });
}

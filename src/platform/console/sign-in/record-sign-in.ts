import type { Clock } from '../../clock.ts';
import type { Tx } from '../../postgres/client/database.ts';
import { recordAct, type Actor } from '../audit/record-act.ts';
import type { Visitor } from '../console-context.ts';

type Context = { readonly clock: Clock };

/** Records a sign-in that is complete, at whichever door. */
export const recordSignIn = (tx: Tx, context: Context, person: Actor, visitor: Visitor): Promise<void> =>
  recordAct(tx, context, { actor: person, act: 'signed_in', address: visitor.address });

/**
 * Records a refused password. Also for an address that nobody has: it takes the same time, and staff see where guesses
 * come from.
 */
export const recordRefusedSignIn = (
  tx: Tx,
  context: Context,
  person: Actor | undefined,
  visitor: Visitor,
): Promise<void> =>
  recordAct(tx, context, {
    actor: person ?? { id: null, name: '', email: '' },
    act: 'sign_in.failed',
    address: visitor.address,
  });

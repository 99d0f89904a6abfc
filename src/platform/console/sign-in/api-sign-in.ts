import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import { proveByCode, type Refusal } from '../factors/check-factor.ts';
import { hasFactor } from '../factors/factor.store.ts';
import type { PersonRow } from '../people/person.store.ts';
import { provePassword } from './prove-password.ts';
import { recordSignIn } from './record-sign-in.ts';

type Context = Pick<ConsoleContext, 'sql' | 'clock' | 'sealer' | 'hasher' | 'publicUrl'> & {
  readonly settings: Pick<ConsoleContext['settings'], 'CONSOLE_SECOND_FACTOR'>;
};

interface Given {
  readonly email: string;
  readonly password: string;
  readonly code: string;
}

/** `missing`: a code was not sent. `not_set_up`: a second factor is demanded, and the person has none. */
export type ApiRefusal =
  | ({ readonly at: 'password' | 'factor' } & Refusal)
  | { readonly at: 'factor'; readonly reason: 'missing' | 'not_set_up'; readonly waitMs: 0 };

/**
 * Signs a person in to an API, by the rules of the console: the same throttle, the same second factor, the same record.
 * `mayEnter` tells whom the API is for.
 */
export async function signInToApi(
  context: Context,
  given: Given,
  visitor: Visitor,
  mayEnter: (tx: Tx, person: PersonRow) => Promise<boolean>,
): Promise<{ readonly done: PersonRow } | { readonly refused: ApiRefusal }> {
  const { done: person, refused } = await provePassword(context, given, visitor, async (tx, found) =>
    (await mayEnter(tx, found)) ? found : undefined,
  );
  if (refused) return { refused: { at: 'password', ...refused } };
  const factorRefusal = await checkFactor(context, person, given.code, visitor);
  if (factorRefusal) return { refused: { at: 'factor', ...factorRefusal } };
  await transaction(context.sql, (tx) => recordSignIn(tx, context, person, visitor));
  return { done: person };
}

async function checkFactor(context: Context, person: PersonRow, code: string, visitor: Visitor) {
  const has = await hasFactor(context.sql, person.id);
  if (!has && context.settings.CONSOLE_SECOND_FACTOR) return { reason: 'not_set_up', waitMs: 0 } as const;
  if (has && code === '') return { reason: 'missing', waitMs: 0 } as const;
  return (await proveByCode(context, person, code, visitor.address)).refused;
}

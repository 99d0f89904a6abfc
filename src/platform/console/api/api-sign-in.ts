import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import { proveByCode, type Refusal } from '../factors/check-factor.ts';
import { hasFactor } from '../factors/factor.store.ts';
import { recordSignIn } from '../notices/record-sign-in.ts';
import { lockPerson, type PersonRow } from '../people/person.store.ts';
import { chooseNextPassword, replacePassword, type NewPasswordFault } from '../recovery/change-password.ts';
import { provePassword } from '../sign-in/prove-password.ts';

type Context = Pick<ConsoleContext, 'sql' | 'clock' | 'sealer' | 'hasher' | 'publicUrl'> & {
  readonly settings: Pick<ConsoleContext['settings'], 'CONSOLE_SECOND_FACTOR'>;
};

interface Given {
  readonly email: string;
  readonly password: string;
  readonly code: string;
  /** Replaces a temporary password. Required if the password is temporary, refused otherwise. */
  readonly newPassword: string | undefined;
}

/** `missing`: no code was sent. `not_set_up`: a second factor is required, but the person has none. */
export type ApiRefusal =
  | ({ readonly at: 'password' | 'factor' } & Refusal)
  | { readonly at: 'factor'; readonly reason: 'missing' | 'not_set_up'; readonly waitMs: 0 }
  | { readonly at: 'new_password'; readonly reason: NewPasswordFault | 'required' | 'unwanted' };

/**
 * Signs a person in to an API by the rules of the console: the same throttle, second factor and audit record. A
 * temporary password has to be replaced here too. `mayEnter` decides whether the person may use this API.
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
  const { newPassword } = given;
  const isTemporary = person.password_expires_at !== null;
  if (newPassword !== undefined && !isTemporary) return refuseNewPassword('unwanted');
  // Checked before the code, because a code can be used only once.
  const chosen =
    newPassword === undefined ? undefined : await chooseNextPassword(context.hasher, newPassword, person);
  if (chosen && 'fault' in chosen) return refuseNewPassword(chosen.fault);
  const factorRefusal = await checkFactor(context, person, given.code, visitor);
  if (factorRefusal) return { refused: { at: 'factor', ...factorRefusal } };
  if (isTemporary && !chosen) return refuseNewPassword('required');
  const passwordHash = chosen && (await context.hasher.hash(chosen.password));
  const isDone = await transaction(context.sql, async (tx) => {
    if (passwordHash !== undefined) {
      // If two requests replace the same temporary password, the second one is refused.
      const locked = await lockPerson(tx, person.id);
      if (locked?.password_expires_at?.getTime() !== person.password_expires_at?.getTime()) return false;
      await replacePassword(tx, context, person, passwordHash, null, visitor);
    }
    await recordSignIn(tx, context, person, visitor);
    return true;
  });
  return isDone ? { done: person } : { refused: { at: 'password', reason: 'wrong', waitMs: 0 } };
}

const refuseNewPassword = (reason: (ApiRefusal & { at: 'new_password' })['reason']) => ({
  refused: { at: 'new_password', reason } as const,
});

async function checkFactor(context: Context, person: PersonRow, code: string, visitor: Visitor) {
  const has = await hasFactor(context.sql, person.id);
  if (!has && context.settings.CONSOLE_SECOND_FACTOR) return { reason: 'not_set_up', waitMs: 0 } as const;
  if (has && code === '') return { reason: 'missing', waitMs: 0 } as const;
  return (await proveByCode(context, person, code, visitor)).refused;
}

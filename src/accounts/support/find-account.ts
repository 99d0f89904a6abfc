import { isId } from '../../platform/ids.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { readEmail } from '../../platform/identity/read-email.ts';
import { findAccountBy, type Account } from './account.store.ts';

export type { Account } from './account.store.ts';

/** Whom an operator means, by uid or e-mail address, with nothing secret. */
export async function findAccount(
  context: Pick<AccountsContext, 'sql' | 'clock'>,
  uidOrEmail: string,
): Promise<Account | undefined> {
  const by = isId(uidOrEmail)
    ? { id: uidOrEmail, emailKey: null }
    : { id: null, emailKey: readEmail(uidOrEmail).key };
  return findAccountBy(context.sql, by, context.clock.now());
}

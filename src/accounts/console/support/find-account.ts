import { isId } from '../../../platform/ids.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { readEmail } from '../../../platform/identity/read-email.ts';
import { takePage } from '../../../platform/postgres/paging.ts';
import { getSessions } from '../../sessions/end-sessions.ts';
import {
  findAccountBy,
  findAccounts,
  findDevices,
  findIdentities,
  type Account,
  type ListedAccount,
} from './account.store.ts';

export type { Account, ListedAccount } from './account.store.ts';

/** Returns the account with this uid or e-mail address, without secrets. */
export async function findAccount(
  context: Pick<AccountsContext, 'sql' | 'clock'>,
  uidOrEmail: string,
): Promise<Account | undefined> {
  const by = isId(uidOrEmail)
    ? { id: uidOrEmail, emailKey: null }
    : { id: null, emailKey: readEmail(uidOrEmail).key };
  return findAccountBy(context.sql, by, context.clock.now());
}

const pageSize = 50;

/** Newest first. */
export async function listAccounts(
  { sql }: Pick<AccountsContext, 'sql'>,
  before: string | undefined,
): Promise<{ accounts: ListedAccount[]; next: string | undefined }> {
  const rows = await findAccounts(sql, before ?? null, pageSize + 1);
  const { items, next } = takePage(rows, pageSize, ({ id }) => id);
  return { accounts: items, next };
}

/** Returns the sessions, devices and identities of an account, without secrets. */
export async function readAccess(context: Pick<AccountsContext, 'sql' | 'clock'>, userId: string) {
  const [sessions, devices, identities] = await Promise.all([
    getSessions(context, userId),
    findDevices(context.sql, userId),
    findIdentities(context.sql, userId),
  ]);
  return { sessions, devices, identities };
}

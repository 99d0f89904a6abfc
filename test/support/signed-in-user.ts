import { newId } from '../../src/platform/ids.ts';
import { transaction } from '../../src/platform/postgres/client/transaction.ts';
import { insertSession } from '../../src/accounts/sessions/session.store.ts';
import { hashToken, newToken } from '../../src/platform/tokens/opaque-token.ts';
import type { TestApp } from './app.ts';

export interface SignedInUser {
  id: string;
  email: string;
  /** Contains the session's token. */
  headers: { authorization: string };
}

/** Creates a signed-in user of accounts without the cost of hashing a password. */
export async function createSignedInUser(praca: TestApp, names = ['Ana', 'Souza']): Promise<SignedInUser> {
  const id = newId(praca.clock.nowMs());
  const email = `${id}@example.org`;
  const token = newToken();
  const now = praca.clock.now();
  await transaction(praca.sql, async (tx) => {
    await tx`
      insert into accounts.users (id, email, email_key, email_confirmed_at, first_name, last_name, language, created_at)
      values (${id}, ${email}, ${email}, ${now}, ${names[0]}, ${names[1]}, 'en', ${now})`;
    insertSession(tx, {
      id: newId(praca.clock.nowMs()),
      userId: id,
      tokenHash: hashToken(token),
      mustChangePassword: false,
      oneTimePasswordHash: null,
      address: '127.0.0.1',
      userAgent: 'test',
      createdAt: now,
      authenticatedAt: null,
      amr: ['pwd'],
      expiresAt: new Date(now.getTime() + 24 * 3_600_000),
    });
  });
  return { id, email, headers: { authorization: `Bearer ${token}` } };
}

import { transaction } from '../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../accounts.context.ts';
import type { User } from '../users/find-user.ts';
import { replacePasswordHash } from './password.store.ts';

/** Hashes a password anew where its hash is of weaker parameters than the settings': only a sign-in knows the password. */
export interface Rehashes {
  /** After the answer is decided: its time must not tell whose hash is old. */
  begin(user: Pick<User, 'id' | 'passwordHash'>, password: string): void;
  /** Once all that were begun are done. */
  finished(): Promise<void>;
}

export function createRehashes(context: Pick<AccountsContext, 'sql' | 'hasher' | 'log'>): Rehashes {
  const { sql, hasher, log } = context;
  const running = new Map<string, Promise<void>>();

  const rehash = async (userId: string, before: string, password: string): Promise<void> => {
    try {
      const hash = await hasher.hash(password);
      await transaction(sql, (tx) => replacePasswordHash(tx, userId, before, hash));
    } catch (error) {
      log.warn({ err: error }, 'a password was not hashed anew; the next sign-in tries again');
    } finally {
      running.delete(userId);
    }
  };

  return {
    begin({ id, passwordHash: before }, password) {
      if (before === null || !hasher.isOutdated(before) || running.has(id)) return;
      // Whoever waits to get in comes first; the next sign-in can do it as well.
      if (hasher.waiting > 0) return;
      running.set(id, rehash(id, before, password));
    },
    async finished() {
      await Promise.all(running.values());
    },
  };
}

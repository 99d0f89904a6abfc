import { hash } from 'node:crypto';
import type { AttemptState } from './attempts.rules.ts';
import type { AttemptRow } from './attempts.store.ts';

/** What somebody tries, aimed at whom, from where. */
export interface Attempt {
  /** Sign-in and recovery are counted apart. */
  kind: 'sign-in' | 'recovery';
  /** The compared form of the e-mail address, whether anybody has it or not. */
  target: string;
  address: string;
  userId: string | null;
  /** The tokens of devices that came with it. */
  devices?: readonly string[];
}

/** Hashed: somebody may have typed a password into the field for the address. */
export const hashKey = (...parts: string[]): Buffer => hash('sha256', parts.join('\0'), 'buffer');

export type Keys = Readonly<Record<'account' | 'address' | 'pair' | 'patience' | 'reserve', Buffer>>;

export const keysOf = ({ kind, target, address }: Attempt): Keys => ({
  account: hashKey(kind, 'account', target),
  address: hashKey(kind, 'address', address),
  pair: hashKey(kind, 'pair', target, address),
  patience: hashKey(kind, 'patience', target, address),
  reserve: hashKey(kind, 'reserve', address),
});

export const deviceKey = (kind: Attempt['kind'], tokenHash: Buffer): Buffer =>
  hashKey(kind, 'device', tokenHash.toString('hex'));

export const rowFrom = (key: Buffer, state: AttemptState): AttemptRow => ({
  key,
  failures: state.failures,
  last_failure_at: new Date(state.lastFailureMs),
  blocked_until: new Date(state.blockedUntilMs),
});

export function stateIn(rows: readonly AttemptRow[], key: Buffer): AttemptState | undefined {
  const row = rows.find((candidate) => candidate.key.equals(key));
  return (
    row && {
      failures: row.failures,
      lastFailureMs: row.last_failure_at.getTime(),
      blockedUntilMs: row.blocked_until.getTime(),
    }
  );
}

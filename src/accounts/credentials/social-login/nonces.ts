import { randomBytes, timingSafeEqual } from 'node:crypto';
import { inBatches } from '../../../platform/postgres/in-batches.ts';
import type { CronDefinition } from '../../../platform/jobs/jobs.ts';
import { decodeOnce } from '../../../platform/tokens/one-spelling.ts';
import { hashToken } from '../../../platform/tokens/opaque-token.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { insertUsedNonce, deleteExpiredNonces } from './nonce.store.ts';

export const nonceLifetimeMs = 10 * 60_000;

const purpose = 'sign-in nonce';
const randomLength = 16;
const timeLength = 6;
const macLength = 32;

type NonceContext = Pick<AccountsContext, 'sql' | 'clock' | 'sealer'>;

/**
 * Returns a signed nonce. It is stored only when it is used, so that requests for nonces write nothing to the database.
 */
export function issueNonce({ clock, sealer }: Pick<NonceContext, 'clock' | 'sealer'>): string {
  const expiry = Buffer.alloc(timeLength);
  expiry.writeUIntBE(clock.nowMs() + nonceLifetimeMs, 0, timeLength);
  const signed = Buffer.concat([randomBytes(randomLength), expiry]);
  return Buffer.concat([signed, sealer.keyedHash(signed.toString('hex'), purpose)]).toString('base64url');
}

/** Returns true once for each nonce that this server signed and that has not expired. */
export async function useNonce(context: NonceContext, nonce: string): Promise<boolean> {
  const expiresMs = readExpiry(context, nonce);
  if (expiresMs === undefined || expiresMs <= context.clock.nowMs()) return false;
  return transaction(context.sql, (tx) => insertUsedNonce(tx, hashToken(nonce), new Date(expiresMs)));
}

/** Returns undefined if the nonce has no valid signature of this server. */
function readExpiry({ sealer }: Pick<NonceContext, 'sealer'>, nonce: string): number | undefined {
  const bytes = decodeOnce(nonce, 'base64url');
  if (bytes?.length !== randomLength + timeLength + macLength) return undefined;
  const signed = bytes.subarray(0, randomLength + timeLength);
  const mac = bytes.subarray(randomLength + timeLength);
  const isOurs = sealer
    .keyedHashes(signed.toString('hex'), purpose)
    .some((expected) => timingSafeEqual(expected, mac));
  return isOurs ? signed.readUIntBE(randomLength, timeLength) : undefined;
}

export function nonceCrons(context: Pick<AccountsContext, 'sql' | 'clock'>): CronDefinition[] {
  return [
    {
      name: 'accounts_forget_nonces',
      schedule: '*/10 * * * *',
      async run() {
        await inBatches((limit) => deleteExpiredNonces(context.sql, context.clock.now(), limit));
      },
    },
  ];
}

import { hash, verify } from '@node-rs/argon2';
import { proveByCode } from '../../platform/console/factors/check-factor.ts';
import { inBatches } from '../../platform/postgres/in-batches.ts';
import { createSerialQueue } from '../../platform/serial-queue.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { addFailures, deleteOldFailures, findFailures, findStaff, type StaffRow } from './staff.store.ts';

export const staffTokenSeconds = 900;

const windowMs = 15 * 60_000;
const maximumFailures = 10;

/**
 * One at a time, from the count of the wrong ones on: staff are few, and the cores belong to the users. Many at once would
 * all be tried before the first of them is counted.
 */
const queue = createSerialQueue();
let dummyHash: Promise<string> | undefined;

/** An unknown address costs as much time as a known one: its password is compared with a dummy hash. */
async function isPasswordRight(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await (dummyHash ??= hash('nobody'))), password);
  return matches && passwordHash !== undefined;
}

interface Credentials {
  email: string;
  password: string;
  factorCode: string;
}

/** Answers with an access token for the staff API. */
export async function signInStaff(
  context: SocialContext,
  credentials: Credentials,
  address: string,
): Promise<string> {
  const staff = await queue(() => checkPassword(context, credentials, address));
  await requireFactor(context, staff, credentials.factorCode, address);
  return context.staffTokens.issue({ sub: staff.id, email: staff.email });
}

async function checkPassword(
  context: SocialContext,
  credentials: Credentials,
  address: string,
): Promise<StaffRow> {
  const now = context.clock.now();
  const since = new Date(now.getTime() - windowMs);
  const keys = [`address ${address}`, `email ${credentials.email.toLowerCase().slice(0, 254)}`];
  if ((await findFailures(context.sql, keys, since)) >= maximumFailures) {
    throw problem('too_many_requests', {
      detail: 'Too many wrong passwords. Try again later.',
      headers: { 'retry-after': String(windowMs / 1000) },
    });
  }
  const staff = await findStaff(context.staffSql, credentials.email);
  if (!(await isPasswordRight(staff?.password_hash, credentials.password)) || !staff) {
    await addFailures(context.sql, keys, { since, now });
    throw problem('unauthorized', {
      detail: 'The e-mail address or the password is wrong.',
      headers: { 'www-authenticate': 'Basic realm="staff"' },
    });
  }
  return staff;
}

/** Whoever has a second factor in the console has one here: else a password alone would do what it must not do there. */
async function requireFactor(
  context: SocialContext,
  staff: StaffRow,
  code: string,
  address: string,
): Promise<void> {
  const { refused } = await proveByCode({ ...context, sql: context.staffSql }, staff, code, address);
  if (!refused) return;
  if (refused.reason === 'wait') {
    throw problem('too_many_requests', {
      detail: 'Too many wrong codes. Try again later.',
      headers: { 'retry-after': String(Math.ceil(refused.waitMs / 1000)) },
    });
  }
  if (code === '')
    throw problem('factor_required', { detail: 'Send a code of the second factor as factor_code.' });
  throw problem('factor_required', { detail: 'The code of the second factor is wrong.' });
}

/** Those that no sign-in counts any more. */
export async function removeOldFailures(context: Pick<SocialContext, 'sql' | 'clock'>): Promise<void> {
  const before = new Date(context.clock.nowMs() - windowMs);
  await inBatches((limit) => deleteOldFailures(context.sql, before, limit));
}

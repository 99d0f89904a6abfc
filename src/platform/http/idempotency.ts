import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sql, Tx } from '../postgres/client/database.ts';
import type { OuterJoined } from '../postgres/client/sql.ts';
import { isUniqueViolation, transaction } from '../postgres/client/transaction.ts';
import { inBatches } from '../postgres/in-batches.ts';
import { invalidField, problem, ProblemError } from '../problem.ts';
import type { Clock } from '../clock.ts';
import type { Sealer } from '../tokens/sealer.ts';
import { pathOf } from './errors.ts';
import { fieldWords } from '../words/field-words.ts';

/** Time in milliseconds for which an answer is kept. */
const idempotencyRetentionMs = 24 * 60 * 60 * 1000;

interface IdempotencyContext {
  sql: Sql;
  clock: Clock;
  sealer: Sealer;
}

/** Answers are sealed because they may contain a secret that is shown only once. */
export const sealPurpose = 'idempotent answer';

/**
 * Runs a creating operation in one transaction, together with the record of its answer. A crash undoes both or neither,
 * so a retry never does the work twice and never finds a key without an answer. A second request during the first finds
 * the key locked, in any process.
 *
 * Only success is recorded, which is always a 200: a refusal changed nothing, and the same key may be tried again.
 */
export async function idempotent<T>(
  context: IdempotencyContext,
  request: FastifyRequest,
  reply: FastifyReply,
  owner: string,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  const key = readKey(request);
  if (key === undefined) return transaction(context.sql, run);
  const path = pathOf(request.url);
  // A trailing slash makes no difference to the request.
  const target = path.replace(/\/$/, '') + request.url.slice(path.length);
  const content = [request.method, target, request.body];
  const { answer, isReplayed } = await runOnce(context, { owner, key, content }, run);
  if (isReplayed) reply.header('idempotency-replayed', 'true');
  return answer;
}

/** Identifies an operation that must run only once. */
export interface Once {
  readonly owner: string;
  readonly key: string;
  /** The content of the request. Another content under the same key is rejected. */
  readonly content: unknown;
  /** Waits for the first request instead of rejecting this one. For forms, because browsers do not retry. */
  readonly waits?: boolean;
}

/** Like `idempotent`, for callers with their own key, such as a form that was rendered for one operation. */
export async function runOnce<T>(
  context: IdempotencyContext,
  { owner, key, content, waits = false }: Once,
  run: (tx: Tx) => Promise<T>,
): Promise<{ readonly answer: T; readonly isReplayed: boolean }> {
  const fingerprint = hash('sha256', JSON.stringify(content, sortKeys), 'buffer');
  const keptSince = new Date(context.clock.nowMs() - idempotencyRetentionMs);
  const replay = (found: StoredAnswer): { answer: T; isReplayed: true } => {
    if (!found.fingerprint.equals(fingerprint)) throw problem('idempotency_key_reused');
    return { answer: JSON.parse(context.sealer.open(found.sealed_body, sealPurpose)) as T, isReplayed: true };
  };
  try {
    return await transaction(context.sql, async (tx) => {
      // Locks before the read, so that the read sees what was committed while waiting.
      if (waits) await tx`select pg_advisory_xact_lock(hashtextextended(${`${owner} ${key}`}, 0))`;
      const found = await lockKey(tx, owner, key, keptSince);
      if (found) return replay(found);
      const answer = await run(tx);
      tx.defer(tx`
        insert into platform.idempotency_keys (owner, key, fingerprint, sealed_body, created_at)
        values (${owner}, ${key}, ${fingerprint}, ${context.sealer.seal(JSON.stringify(answer), sealPurpose)}, ${context.clock.now()})`);
      return { answer, isReplayed: false };
    });
  } catch (error) {
    if (!(error instanceof ProblemError) && !isUniqueViolation(error)) throw error;
    // The first request may have committed between the read and the lock. Then this transaction was rolled back because
    // of it, and the retry must get the first answer instead of this error.
    const found = await findAnswer(context.sql, owner, key, keptSince);
    if (found) return replay(found);
    throw isUniqueViolation(error, 'idempotency_keys_pkey')
      ? problem('idempotency_in_progress', { headers: { 'retry-after': '1' } })
      : error;
  }
}

interface StoredAnswer {
  fingerprint: Buffer;
  sealed_body: Buffer;
}

/**
 * Locks and reads in one statement. It does not see what another request commits in between. In that case the operation
 * is refused or the insert of the key collides, and the caller reads again.
 */
async function lockKey(
  tx: Tx,
  owner: string,
  key: string,
  keptSince: Date,
): Promise<StoredAnswer | undefined> {
  const [row] = await tx<({ locked: boolean } & OuterJoined<StoredAnswer & { kept: boolean }>)[]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${owner} ${key}`}, 0)) as locked,
           fingerprint, sealed_body, created_at >= ${keptSince} as kept
    from (values (1)) as one
    left join platform.idempotency_keys on owner = ${owner} and key = ${key}`;
  if (!row?.locked) throw problem('idempotency_in_progress', { headers: { 'retry-after': '1' } });
  if (row.kept === false)
    // The age is checked again: a row written since the read belongs to a faster request.
    await tx`
      delete from platform.idempotency_keys
      where owner = ${owner} and key = ${key} and created_at < ${keptSince}`;
  return row.kept ? row : undefined;
}

async function findAnswer(
  sql: Sql,
  owner: string,
  key: string,
  keptSince: Date,
): Promise<StoredAnswer | undefined> {
  const [found] = await sql<StoredAnswer[]>`
    select fingerprint, sealed_body from platform.idempotency_keys
    where owner = ${owner} and key = ${key} and created_at >= ${keptSince}`;
  return found;
}

function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  const single = Array.isArray(key) ? key.join(',') : key;
  if (single.length === 0 || single.length > 255) {
    throw invalidField('idempotency-key', 'too_long', fieldWords.keyLength);
  }
  return single;
}

/** Sorts object keys, so that the fingerprint does not depend on the layout of the JSON. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Rewrites stored answers, for example those that contain data of a user who is erased. `rewrite` returns the new
 * answer, or undefined to keep the old one. Retries get the new one.
 */
export async function rewriteAnswers(
  { sql, sealer }: Pick<IdempotencyContext, 'sql' | 'sealer'>,
  owner: string,
  rewrite: (answer: Record<string, unknown>) => object | undefined,
): Promise<void> {
  const batch = 500;
  let kept: { key: string; sealed_body: Buffer }[] = [];
  do {
    kept = await sql<{ key: string; sealed_body: Buffer }[]>`
      select key, sealed_body from platform.idempotency_keys
      where owner = ${owner} and key > ${kept.at(-1)?.key ?? ''} order by key limit ${batch}`;
    for (const { key, sealed_body: sealed } of kept) {
      const answer = rewrite(JSON.parse(sealer.open(sealed, sealPurpose)) as Record<string, unknown>);
      if (!answer) continue;
      await sql`
        update platform.idempotency_keys set sealed_body = ${sealer.seal(JSON.stringify(answer), sealPurpose)}
        where owner = ${owner} and key = ${key} and sealed_body = ${sealed}`;
    }
  } while (kept.length === batch);
}

/** Deletes expired answers. */
export async function forgetOldAnswers(context: Pick<IdempotencyContext, 'sql' | 'clock'>): Promise<number> {
  const before = new Date(context.clock.nowMs() - idempotencyRetentionMs);
  return inBatches(async (limit) => {
    const deleted = await context.sql`
      delete from platform.idempotency_keys where (owner, key) in (
        select owner, key from platform.idempotency_keys where created_at < ${before} limit ${limit}
      )`;
    return deleted.count;
  });
}

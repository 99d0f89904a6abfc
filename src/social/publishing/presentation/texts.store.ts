import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import type { TextBodies, TextKind } from './texts.rules.ts';

export interface TextVersion<K extends TextKind = TextKind> {
  language: string;
  version: number;
  body: TextBodies[K];
  published_at: Date;
}

/** Finds the latest version in the first of these languages that has one, otherwise in any language. */
export async function findText<K extends TextKind>(
  sql: Tag,
  kind: K,
  languages: readonly string[],
): Promise<TextVersion<K> | undefined> {
  const [row] = await sql<TextVersion<K>[]>`
    select language, version, body, published_at from social.texts where kind = ${kind}
    order by coalesce(array_position(${languages}::text[], language), 1000), language, version desc limit 1`;
  return row;
}

export async function findVersions(
  sql: Tag,
  kind: TextKind,
  language: string | null,
): Promise<TextVersion[]> {
  return sql<TextVersion[]>`
    select language, version, body, published_at from social.texts
    where kind = ${kind} and (${language}::text is null or language = ${language}::text)
    order by language, version desc limit 200`;
}

export interface NewText<K extends TextKind> {
  kind: K;
  language: string;
  body: TextBodies[K];
}

/** Returns the latest version after waiting for other publications of the same kind and language. */
export async function lockLatest(tx: Tx, kind: TextKind, language: string): Promise<TextVersion | undefined> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`social.texts ${kind} ${language}`}, 0))`;
  const [row] = await tx<TextVersion[]>`
    select language, version, body, published_at from social.texts
    where kind = ${kind} and language = ${language} order by version desc limit 1`;
  return row;
}

/** Inserts the next version. The lock gives simultaneous publications different numbers. */
export async function insertVersion<K extends TextKind>(
  tx: Tx,
  text: NewText<K>,
  now: Date,
): Promise<TextVersion> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`social.texts ${text.kind} ${text.language}`}, 0))`;
  const [row] = await tx<TextVersion[]>`
    insert into social.texts (kind, language, version, body, published_at)
    select ${text.kind}::text, ${text.language}::text, coalesce(max(version), 0) + 1, ${tx.json(text.body)}::jsonb,
           ${now}::timestamptz
    from social.texts where kind = ${text.kind} and language = ${text.language}
    returning language, version, body, published_at`;
  if (!row) throw new Error('no version was written');
  return row;
}

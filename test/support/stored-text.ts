import assert from 'node:assert/strict';
import type { Sql } from '../../src/platform/postgres/client/database.ts';

/** Returns every row of every table of a schema in PostgreSQL's text format, with bytes in hex. */
export async function storedText(sql: Sql, schema: string): Promise<string> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = ${schema} and table_type = 'BASE TABLE'`;
  const texts = [];
  for (const { name } of tables) {
    const [row] = await sql<{ text: string | null }[]>`
      select string_agg(t::text, ' ') as text from ${sql.identifier(schema)}.${sql.identifier(name)} t`;
    texts.push(row?.text ?? '');
  }
  return texts.join('\n');
}

/**
 * Returns all forms in which an unencrypted secret could appear: itself or its decoded bytes, as text, hex or base64.
 */
export function formsOf(secret: string): string[] {
  const spelled = [Buffer.from(secret, 'base64')];
  if (/^([0-9a-f]{2})+$/i.test(secret)) spelled.push(Buffer.from(secret, 'hex'));
  const bytes = [Buffer.from(secret), ...spelled.filter((given) => given.length >= 8)];
  const written = bytes.flatMap((given) =>
    (['hex', 'base64', 'base64url'] as const).map((encoding) => given.toString(encoding).replace(/=+$/, '')),
  );
  return [...new Set([secret, ...written])];
}

/**
 * Asserts that no secret appears unencrypted in `text`. `present` must appear, such as the secret's hash or the log
 * line of its request; otherwise the absence proves nothing.
 */
export function assertHidden(text: string, secrets: readonly string[], present: readonly string[]): void {
  for (const part of present) assert.ok(part !== '' && text.includes(part), `missing: ${part}`);
  const lower = text.toLowerCase();
  for (const secret of secrets) {
    assert.ok(secret.length >= 8, 'a shorter secret could match by chance');
    // Hex may be upper or lower case.
    for (const form of formsOf(secret))
      assert.ok(!lower.includes(form.toLowerCase()), `unencrypted as ${form}`);
  }
}

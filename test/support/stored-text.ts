import assert from 'node:assert/strict';
import type { Sql } from '../../src/platform/postgres/client/database.ts';

/** Every row of every table of a schema as PostgreSQL writes it: bytes in hex. */
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

/** What a secret looks like where it lies open: itself, or the bytes that it spells, as text, hex or base64. */
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
 * That none of the secrets lies open in `text`. What is not found proves something only where it would be found:
 * `present` has to be there, such as the hash that is kept of the secret, or the line of its request.
 */
export function assertHidden(text: string, secrets: readonly string[], present: readonly string[]): void {
  for (const part of present) assert.ok(part !== '' && text.includes(part), `not there: ${part}`);
  const lower = text.toLowerCase();
  for (const secret of secrets) {
    assert.ok(secret.length >= 8, 'shorter ones are found by chance');
    // Hex is written in either case.
    for (const form of formsOf(secret))
      assert.ok(!lower.includes(form.toLowerCase()), `lies open as ${form}`);
  }
}

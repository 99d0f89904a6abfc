/** Stores the OpenAPI documents of a running sandbox as those of a release. The argument is the sandbox's address. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';

/** Keys that the comparison with later versions ignores, so they are not stored. */
const prose = new Set(['description', 'summary', 'example', 'examples', 'title', 'tags', 'servers', 'info']);

const address = argv[2] ?? 'http://127.0.0.1:8080';
const folder = new URL('../test/fixtures/openapi/', import.meta.url);
mkdirSync(folder, { recursive: true });
for (const service of ['merchant', 'accounts', 'social']) {
  const response = await fetch(`${address}/${service}/openapi.json`);
  if (!response.ok) throw new Error(`${service} answered ${response.status}`);
  const text = JSON.stringify(withoutProse(await response.json()), null, 1);
  writeFileSync(new URL(`${service}.json`, folder), `${text}\n`);
  console.log(`${service}: ${text.length} characters`);
}

/**
 * Removes the keys in `prose`. Below `properties` and `schemas` a key is a name and is kept, for example a field called
 * `title`.
 */
function withoutProse(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutProse(one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isNames || !prose.has(key))
      .map(([key, one]) => [key, withoutProse(one, key === 'properties' || key === 'schemas')]),
  );
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const home = dirname(createRequire(import.meta.url).resolve('rippled-recordings/package.json'));

/**
 * Reads real answers of rippled from the tests of an older release of the ledger's codec, which is installed under a
 * separate name. Its code is never loaded.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- answers have many shapes, and tests change them
export const readRecording = (name: string): any =>
  JSON.parse(readFileSync(join(home, 'test/fixtures', `${name}.json`), 'utf8'));

/** Wraps a recorded ledger as in the documented answer to `ledger`, because the package has only the ledger. */
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export function readLedgerRecording(number: 38_129 | 40_000): any {
  const ledger = readRecording(`ledger-full-${number}`);
  return { ledger, ledger_hash: ledger.ledger_hash, ledger_index: number, validated: true };
}

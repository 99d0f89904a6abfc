import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const home = dirname(createRequire(import.meta.url).resolve('rippled-recordings/package.json'));

/**
 * What rippled really answered: an older release of the ledger's own codec has it among its tests, and is installed
 * under a name that says what it is for. Its code is never loaded.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- answers have many shapes, and tests change them at will
export const readRecording = (name: string): any =>
  JSON.parse(readFileSync(join(home, 'test/fixtures', `${name}.json`), 'utf8'));

/** The package has the ledger alone; the frame is the one in which the documentation shows the answer to `ledger`. */
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export function readLedgerRecording(number: 38_129 | 40_000): any {
  const ledger = readRecording(`ledger-full-${number}`);
  return { ledger, ledger_hash: ledger.ledger_hash, ledger_index: number, validated: true };
}

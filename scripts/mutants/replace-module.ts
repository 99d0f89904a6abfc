// Loaded before a test file: replaces the text of one source file in memory, without changing the disk.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const url = process.env['PRACA_MUTANT_URL'];
const path = process.env['PRACA_MUTANT_SOURCE'];
if (url !== undefined && path !== undefined) {
  const source = readFileSync(path, 'utf8');
  registerHooks({
    load: (wanted, context, next) =>
      wanted === url ? { format: 'module-typescript', source, shortCircuit: true } : next(wanted, context),
  });
}

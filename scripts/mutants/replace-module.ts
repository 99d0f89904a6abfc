// Loaded before a test file: gives one file of the source another text than the one on disk, which stays as it is.
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

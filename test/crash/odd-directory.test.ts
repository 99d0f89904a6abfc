import assert from 'node:assert/strict';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import {
  removeDirectory,
  root,
  runPraca,
  startPraca,
  temporaryDirectory,
  until,
} from '../support/process.ts';

// Each of the three characters is encoded in URLs. `%20` would become a space if it were decoded twice.
const temporary = temporaryDirectory();
const checkout = join(temporary, 'a b%20ç');

before(() => {
  mkdirSync(checkout);
  for (const name of ['bin', 'src', 'web', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(checkout, name), {
      recursive: true,
      filter: (path) => !path.endsWith('.test.ts'),
    });
  // Node resolves modules from the real path of the importer, so the odd directory gets a link to the packages.
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
});
after(() => removeDirectory(temporary));

test('a checkout with a space, a percent sign and an accent in its path starts, serves and passes the doctor', async () => {
  const server = await startPraca({}, checkout);
  try {
    await until(async () => (await fetch(`${server.url}/readyz`)).ok, 'readiness');
    const doctor = await runPraca(['doctor'], {}, checkout);
    assert.equal(doctor.code, 0, doctor.output);
    assert.match(doctor.output, /^ok +schema: of this version/m);
  } finally {
    assert.equal(await server.stop(), 0);
  }
});

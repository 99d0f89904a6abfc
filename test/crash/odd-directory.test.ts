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

// As an address, each of the three is written otherwise than as a path; %20 would also turn into a space.
const temporary = temporaryDirectory();
const checkout = join(temporary, 'a b%20ç');

before(() => {
  mkdirSync(checkout);
  for (const name of ['bin', 'src', 'web', 'package.json', 'package-lock.json'])
    cpSync(join(root, name), join(checkout, name), {
      recursive: true,
      filter: (path) => !path.endsWith('.test.ts'),
    });
  // Modules are taken where they are found: the packages lie in the odd directory too, without a copy of them.
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
});
after(() => removeDirectory(temporary));

test('a checkout whose path has a space, a percent sign and an accent starts, serves and is found healthy', async () => {
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

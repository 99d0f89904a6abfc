import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addStaff } from '../../../test/support/commands.ts';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { merchantClient } from '../../../test/support/merchant.ts';
import { paymentBody } from '../../../test/support/payments.ts';
import { CommandError } from '../../platform/command.ts';
import { createPsp } from '../access/credentials/manage-credentials.ts';
import { paymentCommands } from './payment.commands.ts';

let database: TestDatabase;
let here: TestApp;
let there: TestApp;

before(async () => {
  database = await createTestDatabase();
  [here, there] = await Promise.all([openMerchantApp({ database }), openMerchantApp({ database })]);
});
after(async () => {
  await here.close();
  await there.close();
  await database.drop();
});

async function run(rule: 'unique' | 'any', psp: string): Promise<string> {
  const lines: string[] = [];
  const command = paymentCommands.find(({ name }) => name === `psp references ${rule}`);
  assert.ok(command);
  const by = await addStaff(here.platform);
  await command.run(here.platform, { positionals: [psp], values: { by } }, (line) => lines.push(line));
  return lines.join('\n');
}

test('with unique references a PSP’s concurrent payments of one reference create one, and other PSPs are not affected', async () => {
  const psp = await createPsp(here.platform, 'Unique');
  const [one, two] = [await merchantClient(here, psp), await merchantClient(there, psp)];
  const before = await one.post('/payments', { ...paymentBody, payment_reference: 'old' });
  assert.equal((await one.post('/payments', { ...paymentBody, payment_reference: 'old' })).statusCode, 200);
  assert.match(await run('unique', String(psp.pspId)), /refused from now on/);

  const old = await two.post('/payments/hosted', { ...paymentBody, payment_reference: 'old' });
  assert.deepEqual(
    [old.statusCode, old.json().code, old.json().payment_reference_id],
    [409, 'payment_reference_used', before.json().payment_reference_id],
  );
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      (index % 2 ? one : two).post('/payments', { ...paymentBody, payment_reference: 'new' }),
    ),
  );
  const made = answers.filter((answer) => answer.statusCode === 200);
  assert.equal(made.length, 1);
  const first = made[0]?.json().payment_reference_id;
  for (const answer of answers.filter((candidate) => candidate !== made[0])) {
    assert.deepEqual([answer.statusCode, answer.json().payment_reference_id], [409, first], answer.body);
  }
  const sandbox = await merchantClient(here);
  assert.equal(
    (await sandbox.post('/payments', { ...paymentBody, payment_reference: 'new' })).statusCode,
    200,
  );

  const key = { 'idempotency-key': 'once' };
  const body = { ...paymentBody, payment_reference: 'retried' };
  const kept = await one.post('/payments', body, key);
  assert.deepEqual(
    (await two.post('/payments', body, key)).json(),
    kept.json(),
    'a retry is no second payment',
  );

  await run('any', String(psp.pspId));
  assert.equal((await two.post('/payments', { ...paymentBody, payment_reference: 'new' })).statusCode, 200);
});

test('the command names its missing argument', async () => {
  for (const psp of ['', 'x', '0']) await assert.rejects(run('unique', psp), CommandError);
  await assert.rejects(run('unique', '999999'), /There is no PSP 999999/);
});

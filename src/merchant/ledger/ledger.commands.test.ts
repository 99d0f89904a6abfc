import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { CommandError } from '../../platform/command.ts';
import { createPsp } from '../credentials/manage-credentials.ts';
import { ledgerCommands } from './ledger.commands.ts';

let testApp: TestApp;
let psp: string;

before(async () => {
  testApp = await openMerchantApp();
  psp = String((await createPsp(testApp.platform, 'Paid in')).pspId);
});
after(() => testApp.close());

async function run(name: string, ...positionals: string[]): Promise<string[]> {
  const lines: string[] = [];
  const command = ledgerCommands.find((candidate) => candidate.name === name);
  assert.ok(command);
  await command.run(testApp.platform, { values: {}, positionals }, (line) => void lines.push(line));
  return lines;
}

test('what a merchant paid in and was paid out is booked once for each reference', async () => {
  await run('psp credit', psp, '250.5', 'EUR', 'transfer', '7');
  const lines = await run('psp debit', psp, '50.25', 'EUR', 'payout 7');
  assert.equal(lines[0], 'EUR  200.25');
  await assert.rejects(run('psp credit', psp, '250.5', 'EUR', 'transfer 7'), /booked before/);
  assert.equal((await run('psp balance', psp))[0], 'EUR  200.25');
});

const refusals: [string, string[], RegExp][] = [
  ['more than there is', ['psp debit', '1', '2000000', 'EUR', 'x'], /does not cover/],
  ['an unknown PSP', ['psp credit', '999', '1', 'EUR', 'x'], /no PSP 999/],
  ['no PSP', ['psp balance'], /by its number/],
  ['an unknown asset', ['psp credit', '1', '1', 'USD', 'x'], /asset/],
  ['a third decimal', ['psp credit', '1', '1.001', 'EUR', 'x'], /decimals/],
  ['nothing', ['psp credit', '1', '0', 'EUR', 'x'], /amount/],
  ['no reference', ['psp credit', '1', '1', 'EUR'], /what for/],
];
for (const [name, [command = '', ...words], message] of refusals) {
  test(`${command} with ${name} is refused in a sentence`, async () => {
    await assert.rejects(run(command, ...words), (error: unknown) => {
      assert.ok(error instanceof CommandError);
      assert.match(error.message, message);
      return true;
    });
  });
}

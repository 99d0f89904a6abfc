import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../test/support/app.ts';
import { adjustBalance } from '../../../test/support/adjust-balance.ts';
import { runCommand } from '../../../test/support/commands.ts';
import { CommandError } from '../../platform/command.ts';
import { createPsp } from '../access/credentials/manage-credentials.ts';

let testApp: TestApp;
let psp: string;

before(async () => {
  testApp = await openMerchantApp();
  psp = String((await createPsp(testApp.platform, 'Paid in')).pspId);
});
after(() => testApp.close());

const run = (name: string, ...positionals: string[]): Promise<string[]> =>
  runCommand(testApp, name, positionals);

test('lists a PSP’s balances', async () => {
  const reference = 'transfer 7';
  await adjustBalance(testApp.platform, {
    pspId: Number(psp),
    asset: 'EUR',
    amountMinor: 20_025n,
    reference,
  });
  assert.equal((await run('psp balance', psp))[0], 'EUR  200.25');
});

const refusals: [string, string[], RegExp][] = [
  ['an unknown PSP', ['psp credit', '999', '1', 'EUR', 'x'], /no PSP 999/],
  ['no PSP', ['psp balance'], /by its number/],
  ['an unknown asset', ['psp credit', '1', '1', 'USD', 'x'], /asset/],
  ['a third decimal', ['psp credit', '1', '1.001', 'EUR', 'x'], /decimals/],
  ['nothing', ['psp credit', '1', '0', 'EUR', 'x'], /amount/],
  ['no reference', ['psp credit', '1', '1', 'EUR'], /The reference must have/],
];
for (const [name, [command = '', ...words], message] of refusals) {
  test(`${command} with ${name} fails with an explanation`, async () => {
    await assert.rejects(run(command, ...words), (error: unknown) => {
      assert.ok(error instanceof CommandError);
      assert.match(error.message, message);
      return true;
    });
  });
}

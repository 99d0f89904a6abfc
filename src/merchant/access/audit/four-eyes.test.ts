import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { createPerson, memberAs, staffAs } from '../../../../test/support/console.ts';
import { readAccounts, readOrder } from '../../../../test/support/coins.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient } from '../../../../test/support/merchant.ts';
import { askToWithdraw } from '../../../../test/support/withdrawals.ts';

const ana = 'ana@commands.test';
const bea = 'bea@commands.test';

let here: TestApp;
let driven: StepwiseChain;
before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  driven = await openStepwiseChain(here, { coin: 'BTC' });
  await driven.read();
  await runCommand(here, 'psp limits', ['1', 'BTC'], { approval: '0.001' });
});
after(async () => {
  await driven.close();
  await here.close();
});

/** Requests a withdrawal with a credential. It waits for approval. */
async function withdrawBy(lines: readonly string[]) {
  const read = (label: string) => new RegExp(`${label}\\s+(\\S+)`).exec(lines.join('\n'))?.[1] ?? '';
  const credential = { clientId: read('client id'), clientSecret: read('client secret') };
  const client = await merchantClient(here, credential);
  const { id } = await askToWithdraw(client, 'BTC', '0.002');
  return { client, id, payoutId: await payoutOf(id) };
}

async function payoutOf(orderId: string): Promise<string> {
  const [row] = await here.sql<{ id: string }[]>`select id from merchant.payouts where order_id = ${orderId}`;
  assert.ok(row);
  return row.id;
}

const approve = (payoutId: string, by: string) => runCommand(here, 'payout approve', [payoutId], { by });

test('the creator of a credential cannot approve a withdrawal by it', async () => {
  const added = await runCommand(here, 'psp credential add', ['1'], { by: ana });
  const { client, id, payoutId } = await withdrawBy(added);
  await assert.rejects(approve(payoutId, ana), /another person/);
  await assert.rejects(approve(payoutId, 'ANA@Commands.test'), /another person/);
  assert.equal((await readOrder(client, id)).order_hold, 'approval');
  await approve(payoutId, bea);
  assert.equal((await readOrder(client, id)).order_hold, null);
});

test('a person who was shown a credential’s rotated secret cannot approve a withdrawal by it', async () => {
  const added = await runCommand(here, 'psp credential add', ['1'], { by: ana });
  const clientId = /client id\s+(\S+)/.exec(added.join('\n'))?.[1] ?? '';
  const rotated = await runCommand(here, 'psp credential rotate', [clientId], { by: bea });
  const { payoutId } = await withdrawBy(rotated);
  for (const by of [ana, bea]) await assert.rejects(approve(payoutId, by), /another person/);
  await approve(payoutId, 'carla@commands.test');
});

test('a member cannot approve a withdrawal of their own as staff, under any spelling of the address', async () => {
  const { email } = await createPerson(here, [staffAs('treasury'), memberAs('finance')], {
    email: 'mia@commands.test',
  });
  const { payoutId } = await withdrawBy(await runCommand(here, 'psp credential add', ['1']));
  await here.sql`update merchant.payouts set requested_by = ${`member:${email}`} where id = ${payoutId}`;
  await assert.rejects(approve(payoutId, 'mia'), /e-mail address/);
  await assert.rejects(approve(payoutId, ' MIA@commands.test'), /another person/);
  await approve(payoutId, ana);
});

test('no person can approve a payout whose requester is stored as a free-form name', async () => {
  const { payoutId } = await withdrawBy(await runCommand(here, 'psp credential add', ['1']));
  await here.sql`update merchant.payouts set requested_by = 'staff:ana' where id = ${payoutId}`;
  await assert.rejects(approve(payoutId, ana), /another person/);
});

for (const word of ['credit', 'debit'] as const) {
  test(`"psp ${word}" books nothing until a second person confirms it`, async () => {
    const euros = async () => (await readAccounts(here.sql)).get('psp:1 EUR') ?? 0n;
    const before = await euros();
    const words = ['1', '9000.00', 'EUR', `transfer ${word}`];
    const [line = ''] = await runCommand(here, `psp ${word}`, words, { by: ana });
    const id = line.replace('Proposed: ', '');
    assert.equal(await euros(), before);
    for (const by of ['ana', ana, 'Ana@COMMANDS.test'])
      await assert.rejects(runCommand(here, 'adjustment confirm', [id], { by }));
    assert.equal(await euros(), before);
    await runCommand(here, 'adjustment confirm', [id], { by: bea });
    assert.equal(await euros(), before + (word === 'credit' ? 900_000n : -900_000n));
  });
}

test('a command that changes data requires an active member of staff with a suitable role', async () => {
  await createPerson(here, [staffAs('viewer')], { email: 'vera@example.com' });
  await createPerson(here, [memberAs('owner')], { email: 'otto@example.com' });
  const { id } = await createPerson(here, [staffAs('admin')], { email: 'dora@example.com' });
  await here.sql`update platform.people set disabled_at = now() where id = ${id}`;
  const refused = [
    ['', /^Name yourself with --by <e-mail>\.$/],
    ['ana', /^--by takes the e-mail address of a member of staff\.$/],
    ['nora@example.com', /^No active member of staff has the address nora@example\.com\.$/],
    ['otto@example.com', /^No active member of staff has the address otto@example\.com\.$/],
    ['dora@example.com', /^No active member of staff has the address dora@example\.com\.$/],
    ['vera@example.com', /^vera@example\.com has the role viewer; this command takes admin or treasury\.$/],
  ] as const;
  for (const [by, message] of refused) {
    const values = { by, reason: 'a test' };
    await assert.rejects(runCommand(here, 'payout freeze', [], values), { name: 'CommandError', message });
  }
  const [frozen] = await here.sql`select from merchant.control_actions where action = 'freeze'`;
  assert.equal(frozen, undefined);
});

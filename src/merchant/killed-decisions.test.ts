import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../test/support/app.ts';
import { breakingSql, Countdown, Killed } from '../../test/support/breaking-sql.ts';
import { mine, newWallet, readAccounts } from '../../test/support/coins.ts';
import { runCommand } from '../../test/support/commands.ts';
import { openStepwiseChain, owners, type StepwiseChain } from '../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../test/support/merchant.ts';
import { checkPayments } from '../../test/support/payment-ledger.ts';
import { askToWithdraw, storedPayout, type AskedWithdrawal } from '../../test/support/withdrawals.ts';
import { formatAsset } from './assets/asset.rules.ts';
import { keepCeiling } from './payouts/cold-storage/keep-ceiling.ts';
import { freezePayouts, thawPayouts } from './chains/freezes/freeze-payouts.ts';
import type { MerchantContext } from './merchant.context.ts';
import { decidePayout } from './payouts/control/decide-payout.ts';
import { beginScreening, decideScreening } from './payouts/screening/record-screening.ts';
import { listUnscreenedPayouts } from './payouts/screening/screening.store.ts';

let here: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;
let eurosAtFirst: bigint;

before(async () => {
  here = await openMerchantApp({ settings: { SIMULATED_BLOCK_SECONDS: '0' } });
  client = await merchantClient(here);
  // An endpoint makes the service queue webhooks, which the checks read.
  await client.post('/webhooks', { url: 'http://127.0.0.1:9/hooks' });
  driven = await openStepwiseChain(here, { coin: 'BTC' });
  await driven.read();
  eurosAtFirst = (await readAccounts(here.sql)).get('psp:1 EUR') ?? 0n;
});
after(async () => {
  await driven.close();
  await here.close();
});

/** Repeats the work and kills each process one step later than the one before, until one completes. */
async function dieAtEveryStep(work: (context: MerchantContext) => Promise<unknown>): Promise<number> {
  for (let dieAt = 0; ; dieAt++) {
    const countdown = new Countdown(dieAt);
    await work({ ...driven.context, sql: breakingSql(here.sql, countdown) }).catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
    await checkPayments(here.sql, eurosAtFirst);
    if (!countdown.died) return dieAt;
  }
}

const count = async (action: string, subject: string): Promise<number> =>
  (await here.sql`select from merchant.control_actions where action = ${action} and subject = ${subject}`)
    .length;

async function askToApprove(): Promise<AskedWithdrawal> {
  await runCommand(here, 'psp limits', ['1', 'BTC'], { approval: '0' });
  const asked = await askToWithdraw(client, 'BTC');
  await runCommand(here, 'psp limits', ['1', 'BTC'], { none: true });
  return asked;
}

for (const decision of ['approve', 'reject'] as const) {
  test(`a decision to ${decision} killed at any step takes effect once, with correct balances`, async () => {
    const asked = await askToApprove();
    const { id: payoutId } = await storedPayout(here.sql, asked);
    const request = { payoutId, decision, by: 'bea@commands.test', reason: null };
    const deaths = await dieAtEveryStep((context) => decidePayout(context, owners, request));
    assert.ok(deaths > 3, `${deaths} deaths`);
    const [row] = await here.sql<{ status: string; approval: string }[]>`
      select status, approval from merchant.payouts where id = ${payoutId}`;
    const expected = decision === 'approve' ? ['RESERVED', 'approved'] : ['FAILED', 'rejected'];
    assert.deepEqual([row?.status, row?.approval], expected);
    assert.equal(await count(decision, payoutId), 1);
  });
}

test('a freeze or thaw killed at any step is done completely or not at all', async () => {
  const request = { coin: 'BTC', by: 'ana@commands.test', reason: 'a test' } as const;
  assert.ok((await dieAtEveryStep((context) => freezePayouts(context, request))) > 1);
  const asked = await askToWithdraw(client, 'BTC');
  await driven.sign();
  assert.equal((await storedPayout(here.sql, asked)).status, 'RESERVED');
  assert.ok((await dieAtEveryStep((context) => thawPayouts(context, request))) > 1);
  await driven.sign();
  assert.equal((await storedPayout(here.sql, asked)).status, 'SIGNED');
});

test('a screening killed while it is stored or decided holds the payout until then, and counts once', async () => {
  const asked = await askToWithdraw(client, 'BTC', '0.01666666');
  await driven.sign();
  assert.equal((await storedPayout(here.sql, asked)).status, 'RESERVED', 'not before its screening');
  const [unasked] = await listUnscreenedPayouts(here.sql, 10);
  assert.ok(unasked);
  assert.ok((await dieAtEveryStep((context) => beginScreening(context, owners, unasked))) > 1);
  const rows = await here.sql<{ id: string }[]>`
    select id from merchant.screenings where subject_id = ${unasked.subject_id}`;
  assert.equal(rows.length, 1);
  const id = rows[0]?.id ?? '';
  await driven.sign();
  assert.equal((await storedPayout(here.sql, asked)).status, 'RESERVED', 'not before the decision');
  const request = { id, decision: 'allow', by: 'bea@commands.test', reason: null } as const;
  assert.ok((await dieAtEveryStep((context) => decideScreening(context, owners, request))) > 2);
  await driven.sign();
  assert.equal((await storedPayout(here.sql, asked)).status, 'SIGNED');
});

test('a transfer to the cold wallet killed at any step is requested once', async () => {
  await driven.send();
  await mine(client, 'BTC', 3);
  await driven.read();
  const lies = -((await readAccounts(here.sql)).get('provider:chain BTC') ?? 0n);
  const ceiling = formatAsset('BTC', (lies * 9n) / 10n);
  const [line = ''] = await runCommand(here, 'wallet ceiling', ['BTC', ceiling], {
    cold: newWallet('BTC'),
    by: 'ana@commands.test',
  });
  await runCommand(here, 'wallet approve', [line.replace('Proposed: ', '')], { by: 'bea@commands.test' });
  assert.ok((await dieAtEveryStep((context) => keepCeiling(context, driven.chain))) > 2);
  assert.equal((await here.sql`select from merchant.payouts where kind = 'cold'`).length, 1);
});

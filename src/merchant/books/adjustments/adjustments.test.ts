import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openMerchantApp, type TestApp } from '../../../../test/support/app.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { newId } from '../../../platform/ids.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';
import { getBalances } from '../read-ledger.ts';
import { stageOf } from './adjustment.rules.ts';
import { decideAdjustment } from './decide-adjustment.ts';
import { listAdjustments } from './list-adjustments.ts';
import { proposeAdjustment, type WantedAdjustment } from './propose-adjustment.ts';

let here: TestApp;
let pspId: number;
let count = 0;
before(async () => {
  here = await openMerchantApp();
  pspId = (await createPsp(here.platform, 'Paid in')).pspId;
});
after(() => here.close());

const euros = async (): Promise<bigint> =>
  (await getBalances(here.platform, pspId)).find(({ asset }) => asset === 'EUR')?.balance ?? 0n;

async function propose(changed: Partial<WantedAdjustment> = {}): Promise<string> {
  const wanted = {
    pspId,
    asset: 'EUR',
    amountMinor: 1000n,
    reference: `transfer ${++count}`,
    by: 'ana@commands.test',
  } as const;
  const outcome = await proposeAdjustment(here.platform, { ...wanted, ...changed });
  assert.ok(typeof outcome === 'object', JSON.stringify(outcome));
  return outcome.proposed;
}
const decide = (id: string, by: string, decision: 'confirm' | 'reject' = 'confirm') =>
  decideAdjustment(here.platform, { id, by, decision });

test('a proposal is booked only when another person confirms it, and once even with simultaneous confirmations', async () => {
  const before = await euros();
  const id = await propose();
  assert.equal(await euros(), before);
  for (const same of ['ana@commands.test', ' ANA@commands.TEST ', 'ana'])
    assert.equal(await decide(id, same), 'own_proposal');
  const outcomes = await Promise.all(
    ['bea@x.test', 'clara@x.test', 'bea@x.test'].map((by) => decide(id, by)),
  );
  assert.deepEqual(outcomes.toSorted(), ['already', 'already', 'done']);
  assert.equal(await euros(), before + 1000n);
  assert.equal(await decide(id, 'bea@x.test', 'reject'), 'decided');
  const debit = await propose({ amountMinor: -400n });
  assert.equal(await decide(debit, 'bea@x.test'), 'done');
  assert.equal(await euros(), before + 600n);
});

test('PostgreSQL rejects decisions by the proposer, late or second decisions, and changed terms', async () => {
  const { sql } = here;
  const id = await propose();
  const set = (by: string, at: Date) => sql`
    update merchant.adjustment_proposals set status = 'confirmed', decided_by = ${by}, decided_at = ${at}
    where id = ${id}`;
  const now = here.clock.now();
  await assert.rejects(async () => set('staff:Ana@commands.test', now), /two_people/);
  await assert.rejects(
    async () => set('staff:bea@commands.test', new Date(now.getTime() + 86_400_000)),
    /in_time/,
  );
  await assert.rejects(
    async () => sql`update merchant.adjustment_proposals set amount = 5 where id = ${id}`,
    /cannot be changed/,
  );
  await assert.rejects(async () => sql`delete from merchant.adjustment_proposals`, /append-only/);
  assert.equal(await decide(id, 'ana@commands.test', 'reject'), 'done', 'its proposer may take it back');
  await assert.rejects(async () => set('staff:bea@commands.test', now), /cannot be changed/);
});

test('a form submitted twice creates one proposal; a booked reference is rejected at the proposal and at the confirmation', async () => {
  const id = newId(here.clock.nowMs());
  const wanted = {
    id,
    pspId,
    asset: 'EUR',
    amountMinor: 70n,
    reference: ' invoice 9 ',
    by: 'ana@commands.test',
  } as const;
  const both = await Promise.all([1, 2].map(() => proposeAdjustment(here.platform, wanted)));
  assert.deepEqual(both.map((one) => (typeof one === 'string' ? one : 'proposed')).toSorted(), [
    'already',
    'proposed',
  ]);
  const twin = await propose({ reference: 'invoice 9', amountMinor: 70n });
  const before = await euros();
  assert.equal(await decide(id, 'bea@x.test'), 'done');
  assert.equal(await decide(twin, 'bea@x.test'), 'booked_before');
  assert.equal(await euros(), before + 70n);
  assert.equal(await proposeAdjustment(here.platform, { ...wanted, id: newId() }), 'booked_before');
  assert.equal(
    await proposeAdjustment(here.platform, { ...wanted, id: newId(), reference: '  ' }),
    'bad_reference',
  );
  assert.equal(await proposeAdjustment(here.platform, { ...wanted, id: newId(), pspId: 999 }), 'unknown_psp');
});

test('an adjustment without sufficient balance stays proposed, and an expired one cannot be confirmed', async () => {
  const id = await propose({ amountMinor: -(10n ** 12n) });
  await assert.rejects(decide(id, 'bea@x.test'), /does not cover/);
  const open = (await listAdjustments(here.platform, pspId)).find((one) => one.id === id);
  assert.equal(open?.status, 'proposed');
  here.clock.offsetMs += 86_400_000;
  assert.equal(await decide(id, 'bea@x.test'), 'expired');
  assert.ok(open && stageOf(open, here.clock.nowMs()) === 'expired');
  assert.equal((await listAdjustments(here.platform)).length, 0);
  assert.equal(await decide(newId(), 'bea@x.test'), 'unknown');
  assert.equal(await decide('nonsense', 'bea@x.test'), 'unknown');
});

test('the commands propose, list, confirm and reject', async () => {
  const by = (name: string) => ({ by: name });
  const before = await euros();
  const [line = ''] = await runCommand(
    here,
    'adjustment credit',
    [String(pspId), '12.50', 'EUR', 'cash', '4'],
    by('ana@commands.test'),
  );
  const id = line.replace('Proposed: ', '');
  assert.match(
    (await runCommand(here, 'adjustment list')).join('\n'),
    /12\.50 EUR {2}"cash 4" {2}by staff:ana@commands.test/,
  );
  await assert.rejects(
    runCommand(here, 'adjustment confirm', [id], by('Ana@commands.test')),
    /another person/,
  );
  await assert.rejects(runCommand(here, 'adjustment confirm', [id], by('')), /Name yourself/);
  assert.match(
    (await runCommand(here, 'adjustment confirm', [id], by('bea@commands.test'))).join(),
    /is booked\./,
  );
  assert.equal(await euros(), before + 1250n);
  await assert.rejects(
    runCommand(here, 'adjustment reject', [id], by('bea@commands.test')),
    /decided already/,
  );
  await assert.rejects(
    runCommand(here, 'adjustment debit', [String(pspId), '1', 'EUR', 'cash 4'], by('ana@commands.test')),
    /booked before/,
  );
  const log = (await runCommand(here, 'payout log', [id])).join('\n');
  assert.match(log, /adjustment confirm .* by staff:bea@commands.test/);
  assert.match(log, /adjustment proposed .* by staff:ana@commands.test .*amount 12\.50/);
});

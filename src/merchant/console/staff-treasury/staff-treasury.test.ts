import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import { mine, newWallet, readAccounts, readOrder } from '../../../../test/support/coins.ts';
import {
  createPerson,
  listRecorded,
  openConsoleApp,
  signIn,
  staffAs,
  type Visitor,
} from '../../../../test/support/console.ts';
import { runCommand } from '../../../../test/support/commands.ts';
import { openStepwiseChain, type StepwiseChain } from '../../../../test/support/stepwise-chain.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { askToWithdraw } from '../../../../test/support/withdrawals.ts';
import type { Role } from '../../../platform/console/people/roles.rules.ts';
import { newId } from '../../../platform/ids.ts';
import { payoutWords } from '../../details/payout-words.rules.ts';
import { storeSentence } from '../../details/stored-sentence.rules.ts';

const hostile = `<img src=x onerror="alert(1)">'"&{coin}`;
let praca: TestApp;
let client: MerchantClient;
let driven: StepwiseChain;
before(async () => {
  praca = await openConsoleApp({ SIMULATED_BLOCK_SECONDS: '0' });
  client = await merchantClient(praca);
  driven = await openStepwiseChain(praca, { coin: 'BTC' });
  await driven.read();
  await runCommand(praca, 'psp limits', ['1', 'BTC'], { approval: '0.004' });
});
after(async () => {
  await driven.close();
  await praca.close();
});

const staff = async (role: Role): Promise<Visitor & { email: string }> => {
  const { email } = await createPerson(praca, [staffAs(role)]);
  const visitor = Object.assign(await signIn(praca, email), { email });
  await visitor.get('/console/staff');
  return visitor;
};
async function withdraw(amount = '0.005'): Promise<{ order: string; payout: string }> {
  const { id } = await askToWithdraw(client, 'BTC', amount);
  const [row] = await praca.sql<{ id: string }[]>`select id from merchant.payouts where order_id = ${id}`;
  return { order: id, payout: row?.id ?? '' };
}
const actsOf = async (prefix: string): Promise<string[]> =>
  (await listRecorded(praca)).map(({ act }) => act).filter((act) => act.startsWith(prefix));

test('a payout that needs a second person is approved or rejected once, after its figures were shown', async () => {
  const [approved, rejected] = [await withdraw(), await withdraw()];
  const [treasurer, viewer, support] = [
    await staff('treasury'),
    await staff('viewer'),
    await staff('support'),
  ];
  const { body } = await treasurer.get('/console/staff/payouts?status=approval');
  assert.match(body, /0\.00500000 BTC \(about €[\d,.]+\) is sent from the hot wallet, which has [\d,.]+ BTC/);
  assert.match(body, /Requested by sandbox-psp/);
  assert.match((await treasurer.get('/console/staff/payouts?coin=XRP')).body, /Nothing found/);
  const seen = await viewer.get('/console/staff/payouts');
  assert.ok(seen.body.includes('0.00500000 BTC') && !seen.body.includes('action="/console/staff/payouts/'));
  assert.equal(
    (await viewer.post('/console/staff/payouts/approve', { payout: approved.payout })).status,
    403,
  );
  assert.equal((await support.get('/console/staff/payouts')).status, 403);
  const before = (await readAccounts(praca.sql)).get('psp:1 EUR') ?? 0n;
  const answers = await Promise.all(
    [1, 2].map(() => treasurer.post('/console/staff/payouts/approve', { payout: approved.payout })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [303, 303],
  );
  const no = { payout: rejected.payout, reason: hostile };
  assert.equal((await treasurer.post('/console/staff/payouts/reject', no)).status, 303);
  assert.deepEqual(await actsOf('payout.'), ['payout.approved', 'payout.rejected']);
  assert.equal((await readOrder(client, approved.order)).order_status, 'PROCESSING');
  assert.equal((await readOrder(client, rejected.order)).order_status, 'FAILED');
  assert.ok(((await readAccounts(praca.sql)).get('psp:1 EUR') ?? 0n) > before, 'its money is back');
  const late = await treasurer.post('/console/staff/payouts/approve', { payout: rejected.payout });
  assert.deepEqual([late.status, /no longer waits for approval/.test(late.body)], [400, true]);
  assert.doesNotMatch((await (await staff('admin')).get('/console/staff/audit')).body, /<img src=x/);
});

test('a coin is frozen and thawed with a reason; waiting payouts stay, and signed ones get a higher fee', async () => {
  const treasurer = await staff('treasury');
  const { payout } = await withdraw('0.001');
  const waiting = await treasurer.get('/console/staff/treasury');
  assert.match(waiting.body, /2 waiting payouts of 0\.00600000 BTC are not signed/);
  const portuguese = { 'accept-language': 'pt' };
  const lacks = storeSentence({ say: payoutWords.walletLacks, values: { amount: '0.5', coin: 'BTC' } });
  await praca.sql`update merchant.payouts set trouble = ${lacks} where id = ${payout}`;
  const troubled = await treasurer.get('/console/staff/payouts?status=troubled', portuguese);
  assert.match(troubled.body, /faltam 0\.5 BTC na carteira/);
  assert.equal(troubled.body.match(/<tr/g)?.length, 2, 'its head, and the one that is in trouble');
  const silent = await treasurer.post('/console/staff/treasury/freeze', { coin: 'BTC', reason: ' ' });
  assert.deepEqual([silent.status, /Enter a reason/.test(silent.body)], [400, true]);
  for (let turn = 0; turn < 2; turn++) {
    const done = await treasurer.post('/console/staff/treasury/freeze', { coin: 'BTC', reason: hostile });
    assert.equal(done.status, 303);
  }
  await driven.sign();
  const [row] = await praca.sql<
    { status: string }[]
  >`select status from merchant.payouts where id = ${payout}`;
  assert.equal(row?.status, 'RESERVED');
  const frozen = await treasurer.get('/console/staff/treasury');
  assert.match(frozen.body, /BTC is frozen by person/);
  assert.doesNotMatch(frozen.body, /<img src=x/);
  await treasurer.post('/console/staff/treasury/thaw', { coin: 'BTC', reason: 'compared' });
  assert.deepEqual(
    await actsOf('payouts.'),
    ['payouts.frozen', 'payouts.thawed'],
    'the second freeze changed nothing',
  );
  await driven.sign();
  await driven.send();
  const signed = await treasurer.get('/console/staff/payouts?status=signed');
  assert.match(signed.body, /Its transaction costs 0\.0000\d+ BTC so far/);
  const odd = await treasurer.post('/console/staff/payouts/bump', { payout, rate: 'fast' });
  assert.deepEqual([odd.status, /is a number/.test(odd.body)], [400, true]);
  assert.equal((await treasurer.post('/console/staff/payouts/bump', { payout })).status, 303);
  const low = await treasurer.post('/console/staff/payouts/bump', { payout, rate: '1' }, portuguese);
  assert.deepEqual(
    [
      low.status,
      /Sua taxa é de [\d.,]+ sat\/vB, e a próxima é de pelo menos [\d.,]+ sat\/vB\./.test(low.body),
    ],
    [400, true],
  );
  const ended = await treasurer.post('/console/staff/payouts/cancel', { payout });
  assert.match(ended.body, /may be mined at any time/);
  assert.deepEqual((await actsOf('payout.')).slice(2), ['payout.bumped']);
  await mine(client, 'BTC', 6);
  await driven.read();
});

test('an ended payout is found by its id and from the record, and offers no acts', async () => {
  const [treasurer, admin] = [await staff('treasury'), await staff('admin')];
  const [paid, rejected] = [await withdraw('0.001'), await withdraw('0.005')];
  const page = (id: string) => treasurer.get(`/console/staff/payouts/${id}`);
  assert.match((await page(rejected.payout)).body, /action="\/console\/staff\/payouts\/approve"/);
  await treasurer.post('/console/staff/payouts/reject', { payout: rejected.payout, reason: hostile });
  await driven.sign();
  await driven.send();
  await treasurer.post('/console/staff/payouts/bump', { payout: paid.payout });
  await driven.send();
  await mine(client, 'BTC', 6);
  await driven.read();
  const link = ({ payout }: { payout: string }) => `href="/console/staff/payouts/${payout}"`;
  assert.ok(!(await treasurer.get('/console/staff/payouts')).body.includes(paid.payout));
  for (const query of ['status=ended', `q=${paid.payout}`]) {
    const { body } = await treasurer.get(`/console/staff/payouts?${query}`, { 'accept-language': 'de' });
    assert.ok(body.includes(link(paid)) && body.includes('>Bezahlt<'), query);
  }
  assert.ok((await treasurer.get('/console/staff/payouts?status=ended')).body.includes(link(rejected)));
  const ofCoin = async (coin: string) =>
    (await treasurer.get(`/console/staff/payouts?status=ended&coin=${coin}`)).body;
  assert.ok((await ofCoin('BTC')).includes(link(paid)));
  const others = await ofCoin('LTC');
  assert.ok(!others.includes(link(paid)) && others.includes('Nothing found'));
  assert.ok(
    others.includes('href="/console/staff/payouts?coin=LTC"'),
    'the filter stays with another status',
  );
  const older = `/console/staff/payouts?status=ended&before=${paid.payout}`;
  assert.ok(!(await treasurer.get(older)).body.includes(link(rejected)), 'only what is older');
  assert.match((await treasurer.get('/console/staff/payouts?q=nothing')).body, /Nothing found/);
  const one = (await page(paid.payout)).body;
  assert.match(one, />Paid</);
  assert.match(one, /Transaction<\/dt>\s*<dd>\s*<span class="copyable"/);
  const refused = (await page(rejected.payout)).body;
  assert.match(refused, />Failed</);
  assert.ok(refused.includes(`Rejected by ${treasurer.email}`) && !refused.includes('<img src=x'));
  for (const body of [one, refused]) assert.doesNotMatch(body, /action="\/console\/staff\/payouts\//);
  assert.deepEqual([(await page('nothing')).status, (await page(newId())).status], [404, 404]);
  const record = await admin.get('/console/staff/audit?act=payout.bumped');
  assert.ok(record.body.includes(link(paid)));
  const lines = (await runCommand(praca, 'payout list', [], { ended: true })).join('\n');
  assert.match(lines, new RegExp(`${rejected.payout} {2}FAILED {2}0\\.00500000 BTC to `));
  assert.match(lines, new RegExp(`${paid.payout} {2}COMPLETED .*\n {5}transaction \\w{64}`));
});

test('wallets, exposure and the chart match the ledger, and a ceiling takes two people', async () => {
  const [ana, bea] = [await staff('treasury'), await staff('admin')];
  const page = await ana.get('/console/staff/treasury');
  const charts = [...page.body.matchAll(/<figure class="chart" id="history-(\w+)">.*?<\/figure>/gs)];
  assert.ok(
    charts.some(([, coin]) => coin === 'BTC'),
    'a chart per coin',
  );
  const chart = charts.find(([, coin]) => coin === 'BTC')?.[0] ?? '';
  assert.match(chart, /<figcaption>.*<span class="unit">BTC<\/span>/s, 'its unit');
  assert.match(chart, /data-chart="[^"]*&quot;unit&quot;:&quot;BTC&quot;/);
  const cells = [...chart.matchAll(/<td class="number"[^>]*>([^<]*)</g)].map(([, cell = '']) => cell.trim());
  assert.ok(cells.length > 0);
  assert.deepEqual(
    cells.filter((cell) => !/^[\d,]+\.\d{8} BTC$/.test(cell)),
    [],
    'the table behind it has the same unit',
  );
  const [books] = await praca.sql<{ own: string }[]>`
    select (sum(balance) / 100)::numeric(20, 2)::text as own from merchant.ledger_accounts
    where asset = 'EUR' and owner in ('provider:trading', 'provider:fees', 'provider:losses')`;
  const own = Number(books?.own).toLocaleString('en-GB', { minimumFractionDigits: 2 });
  assert.ok(page.body.includes(own), `the operator’s own euros are ${own}`);
  assert.equal(/A negative figure in “Own assets” is normal/.test(page.body), Number(books?.own) < 0);
  assert.match(page.body, /Open promises.*Total.*€40,000,000\.00/s, 'the operator’s limit');
  const cold = newWallet('BTC');
  const bad = await ana.post('/console/staff/treasury/ceiling', {
    coin: 'BTC',
    ceiling: '5',
    address: 'nowhere',
  });
  assert.equal(bad.status, 400);
  assert.match(bad.body, /value="nowhere"/);
  const german = { 'accept-language': 'de' };
  const odd = { coin: 'BTC', ceiling: '5', address: newWallet('LTC') };
  const wrong = await ana.post('/console/staff/treasury/ceiling', odd, german);
  assert.match(wrong.body, /Die Adresse ist eine Adresse von Litecoin, nicht von Bitcoin\./);
  const fields = { coin: 'BTC', ceiling: '5', address: cold };
  assert.equal((await ana.post('/console/staff/treasury/ceiling', fields)).status, 303);
  const proposed = await bea.get('/console/staff/treasury');
  const proposal = /name="proposal" value="([^"]+)"/.exec(proposed.body)?.[1] ?? '';
  assert.match(proposed.body, new RegExp(`The wallet keeps 5\\.00000000 BTC[^<]*is sent to ${cold}`));
  const alone = await ana.post('/console/staff/treasury/ceiling/approve', { proposal });
  assert.match(alone.body, /cannot approve it/);
  assert.equal((await bea.post('/console/staff/treasury/ceiling/approve', { proposal })).status, 303);
  assert.match((await bea.get('/console/staff/treasury')).body, /5\.00000000 BTC/);
  assert.deepEqual(await actsOf('ceiling.'), ['ceiling.proposed', 'ceiling.approved']);
});

test('held coins and screenings are listed, and missing ones cannot be released', async () => {
  const treasurer = await staff('treasury');
  const id = newId();
  await praca.sql`
    insert into merchant.screenings (id, direction, purpose, subject_id, psp_id, coin, address, amount, status, reason,
      due_at, created_at, updated_at)
    values (${id}, 'out', 'payout', ${newId()}, 1, 'BTC', 'bc1qx', 5000, 'review', ${hostile}, now(), now(), now())`;
  const { status, body } = await treasurer.get('/console/staff/held');
  assert.equal(status, 200);
  assert.match(body, /Nothing is held/);
  assert.match(body, /Needs review/);
  assert.doesNotMatch(body, /<img src=x/);
  for (const [act, fields] of [
    ['held/release', { payment: newId(), coin: 'BTC' }],
    ['held/allow', { screening: newId() }],
    ['payouts/approve', { payout: newId() }],
    ['payouts/cancel', { payout: 'x' }],
    ['payouts/bump', { payout: newId() }],
    ['treasury/ceiling/approve', { proposal: newId() }],
  ] as const) {
    assert.equal((await treasurer.post(`/console/staff/${act}`, fields)).status, 404, act);
  }
  const refused = await treasurer.post('/console/staff/held/release', { payment: 'x', coin: 'BTC' });
  assert.deepEqual([refused.status, /no such payment/.test(refused.body)], [400, true]);
  const unanswered = storeSentence({ say: payoutWords.noAnswer, values: { reason: 'timed_out' } });
  await praca.sql`update merchant.screenings set reason = ${unanswered}`;
  const portuguese = { 'accept-language': 'pt' };
  const gone = await treasurer.post('/console/staff/held/release', { payment: 'x', coin: 'BTC' }, portuguese);
  assert.match(gone.body, /Este pagamento não existe\./);
  assert.match((await treasurer.get('/console/staff/held', portuguese)).body, /sem resposta: timed_out/);
});

test('a payout is approved from the overview, which then no longer lists it', async () => {
  const { payout } = await withdraw();
  const [treasurer, viewer, support] = [
    await staff('treasury'),
    await staff('viewer'),
    await staff('support'),
  ];
  const { body } = await treasurer.get('/console/staff');
  const dialogue = new RegExp(`id="approve-${payout}".*?</form>`, 's').exec(body)?.[0] ?? '';
  assert.match(dialogue, /0\.00500000 BTC \(about €[\d,.]+\) is sent/, 'the second click, with its figures');
  assert.match(body, /<span>Payouts<\/span><b class="count"\s*>1</, 'the number in the menu');
  for (const other of [viewer, support])
    assert.ok(!(await other.get('/console/staff')).body.includes(payout), 'roles that may not approve it');
  const answer = await treasurer.post('/console/staff/payouts/approve', { payout, from: 'overview' });
  assert.equal(answer.location, '/console/staff?done=payout.approved');
  const after = await treasurer.get(answer.location);
  assert.match(after.body, /Payout approved/);
  assert.ok(!after.body.includes(`approve-${payout}`));
});

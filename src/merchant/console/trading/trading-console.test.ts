import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import {
  customer,
  listArrivals,
  mine,
  newWallet,
  sendCoins,
  untilFunded,
  untilOrder,
} from '../../../../test/support/coins.ts';
import {
  createPerson,
  contentOf,
  faultsIn,
  focusIn,
  listRecorded,
  memberAs,
  openConsoleApp,
  signIn,
  type Answer,
  type Visitor,
} from '../../../../test/support/console.ts';
import { merchantClient, type MerchantClient } from '../../../../test/support/merchant.ts';
import { paymentBody } from '../../../../test/support/payments.ts';
import { until } from '../../../../test/support/process.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';

let praca: TestApp;
let client: MerchantClient;
let owner: Visitor;
let other: { id: number; visitor: Visitor };

const evil = '<img src=x onerror=alert(1)>';
const known = { ...customer, customer_reference_id: 'a/b <i>', customer_first_name: evil };

before(async () => {
  praca = await openConsoleApp({ SIMULATED_BLOCK_SECONDS: '0' });
  await praca.start();
  await untilFunded(praca.sql);
  client = await merchantClient(praca);
  owner = await signIn(praca, (await createPerson(praca, [memberAs('owner')])).email);
  const { pspId } = await createPsp(praca.platform, 'Other');
  const person = await createPerson(praca, [memberAs('owner', String(pspId))]);
  other = { id: pspId, visitor: await signIn(praca, person.email) };
});
after(() => praca.close());

const at = (path: string, psp = 1): string => `/console/psp/${psp}${path}`;

const hiddenOf = ({ body }: Pick<Answer, 'body'>): Record<string, string> =>
  Object.fromEntries(
    [
      ...body
        .slice(0, /action="[^"]*\/edit"/.exec(body)?.index)
        .matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g),
    ].map(([, name = '', value = '']) => [name, value.replaceAll('&lt;', '<').replaceAll('&gt;', '>')]),
  );

const typedForm = (more: Record<string, string> = {}): Record<string, string> => ({
  side: 'buy',
  coin: 'BTC',
  unit: 'coins',
  amount: '0.005',
  reference: 'customer-7',
  first_name: 'Rui',
  last_name: 'Lima',
  email: 'rui@example.com',
  ...more,
});

test('a trade by a quote is executed once per form, and its page shows all details', async () => {
  const form = await owner.get(at('/orders/new'));
  assert.match(form.body, /action="\/console\/psp\/1\/orders\/quote"/);
  const offer = await owner.post(at('/orders/quote'), typedForm({ amount: '0,005' }));
  assert.equal(offer.status, 200);
  assert.match(offer.body, /Buy 0\.00500000 BTC for €[\d.]+/);
  const fields = hiddenOf(offer);
  const done = await owner.post(at('/orders/create'), fields);
  assert.equal(done.status, 303, done.body);
  const again = await owner.post(at('/orders/create'), fields);
  assert.equal(again.location, done.location, 'the second click leads to the same order');
  const changed = await owner.post(at('/orders/create'), { ...fields, reference: 'somebody-else' });
  assert.equal(changed.status, 400);
  assert.match(changed.body, /This form was already sent with/);
  const page = await owner.get(done.location);
  for (const text of ['Buy 0.00500000 BTC', 'Order placed', 'Rui Lima', 'Completed'])
    assert.ok(page.body.includes(text), text);
  const [row] = await praca.sql<{ count: number }[]>`
    select count(*)::int as count from merchant.orders where psp_id = 1 and kind = 'trade'`;
  assert.equal(row?.count, 1);
  assert.equal((await listRecorded(praca)).filter(({ act }) => act === 'order.created').length, 1);
  const sold = await owner.post(at('/orders/quote'), typedForm({ side: 'sell', unit: 'EUR', amount: '10' }));
  assert.match(sold.body, /Sell 0\.\d+ BTC for €10\.00/);
});

test('changing an offer keeps the input, and no address names the customer', async () => {
  for (const path of ['/orders', '/withdrawals']) {
    const typed = typedForm({ wallet: newWallet('BTC') });
    const { body } = await owner.post(at(`${path}/quote`), typed);
    assert.doesNotMatch(contentOf({ body }), /method="get"/);
    const form = await owner.post(
      at(`${path}/edit`),
      hiddenOf({ body: body.split(`${path}/create`)[1] ?? '' }),
    );
    assert.equal(form.status, 200);
    for (const name of ['amount', 'reference', 'first_name', 'last_name', 'email'] as const)
      assert.match(form.body, new RegExp(`name="${name}"[^>]*value="${typed[name]}"`, 's'), name);
    assert.ok(form.body.includes(`action="${at(`${path}/quote`)}"`));
  }
});

test('a fault is marked at its field, which is visible and gets the focus', async () => {
  const nobody = { first_name: '', last_name: '', email: '', reference: 'unheard-of' };
  const named = ['first_name', 'last_name', 'email'];
  const to = { wallet: newWallet('BTC') };
  for (const [path, more, faults] of [
    ['/orders', nobody, named],
    ['/withdrawals', { ...nobody, ...to }, named],
    ['/orders', { amount: 'much' }, ['amount']],
    ['/orders', { unit: 'EUR', amount: '0' }, ['amount']],
    ['/orders', { coin: 'DOGE' }, ['coin']],
    ['/withdrawals', { wallet: 'nowhere' }, ['wallet']],
    ['/withdrawals', { ...to, reference: '', email: 'x' }, ['reference', 'email']],
  ] as const) {
    const answer = await owner.post(at(`${path}/quote`), typedForm(more));
    assert.deepEqual([answer.status, faultsIn(answer)], [400, faults], JSON.stringify(more));
    assert.deepEqual(focusIn(answer), faults.slice(0, 1));
    for (const name of faults)
      assert.match(answer.body, new RegExp(`aria-describedby="(?:${name}-hint )?${name}-fault"`));
  }
  const closed = await owner.get(at('/orders/new'));
  assert.match(closed.body, /<details\s*>\s*<summary>New customer/);
  assert.deepEqual(faultsIn(closed), []);
  const opened = await owner.post(at('/orders/quote'), typedForm(nobody));
  assert.match(opened.body, /<details open>\s*<summary>New customer/);
  assert.match(opened.body, /id="first_name-fault">Must not be empty\.</);
});

test('a customer with only a first name must be named in full before an order', async () => {
  const details = { customer_reference_id: 'half-known', customer_first_name: 'Ana' };
  const made = await client.post('/payments/hosted', { ...paymentBody, customer_details: details });
  assert.equal(made.statusCode, 200, made.body);
  const bare = { reference: 'half-known', first_name: '', last_name: '', email: '' };
  for (const [path, more] of [
    ['/orders', {}],
    ['/withdrawals', { wallet: newWallet('BTC') }],
  ] as const) {
    const answer = await owner.post(at(`${path}/quote`), typedForm({ ...bare, ...more }));
    assert.deepEqual([answer.status, faultsIn(answer)], [400, ['first_name', 'last_name', 'email']], path);
  }
});

test('a refusal is shown on the form, which keeps the input', async () => {
  for (const [more, said] of [
    [{ amount: '0.00000001' }, /Amount: must come to at least/],
    [{ amount: 'much' }, /Amount: must be a decimal number/],
    [{ unit: 'EUR', amount: '-5' }, /Amount: must be/],
    [{ email: 'nobody' }, /E-mail address: must be a valid e-mail address/],
    [{ reference: '' }, /Customer reference: must not be empty/],
    [{ coin: 'DOGE' }, /must be one of the list/],
  ] as const) {
    const answer = await owner.post(at('/orders/quote'), typedForm(more));
    assert.equal(answer.status, 400, JSON.stringify(more));
    assert.match(answer.body, said);
    assert.match(answer.body, /name="last_name"[^>]*value="Lima"/s);
  }
  const german = await owner.get(at('/orders/new?lang=de'));
  assert.match(german.body, /Preis ansehen/);
  assert.match((await owner.post(at('/orders/quote'), typedForm({ email: '' }))).body, /E-Mail-Adresse/);
  await owner.get(at('/orders/new?lang=en'));
  const rich = await owner.post(at('/orders/quote'), typedForm({ coin: 'BTC', side: 'sell', amount: '9.9' }));
  const fields = hiddenOf(rich);
  assert.equal((await owner.post(at('/orders/create'), fields)).status, 303);
  const second = await owner.post(
    at('/orders/quote'),
    typedForm({ coin: 'BTC', side: 'sell', amount: '9.9' }),
  );
  assert.match(second.body, /Your balance is too low for this/);
  assert.ok(!second.body.includes('/orders/create'), 'there is no button for what cannot be done');
  const soon = hiddenOf(await owner.post(at('/orders/quote'), typedForm()));
  praca.clock.offsetMs += 61_000;
  assert.match((await owner.post(at('/orders/create'), soon)).body, /The price has expired/);
  const foreign = hiddenOf(await owner.post(at('/orders/quote'), typedForm()));
  const stolen = await other.visitor.post(at('/orders/create', other.id), {
    ...foreign,
    form_token: other.visitor.formToken,
  });
  assert.match(stolen.body, /This price does not exist/);
});

test('a withdrawal shows its fee and net amount first, and later its transaction and confirmations', async () => {
  const wallet = newWallet('BTC');
  const bad = await owner.post(at('/withdrawals/quote'), typedForm({ wallet: newWallet('LTC') }));
  assert.match(bad.body, /Wallet address: /);
  const offer = await owner.post(at('/withdrawals/quote'), typedForm({ wallet }));
  for (const text of [
    'Recipient gets',
    wallet,
    'about €',
    'Your balance afterwards',
    'Withdraw 0.00500000 BTC for €',
  ])
    assert.ok(offer.body.includes(text), text);
  const fields = hiddenOf(offer);
  const [done, again] = await Promise.all([
    owner.post(at('/withdrawals/create'), fields),
    owner.post(at('/withdrawals/create'), fields),
  ]);
  assert.deepEqual([done.status, again.status], [303, 303], done.body);
  assert.equal(done.location, again.location);
  const id = /withdrawals\/([\w-]{36})/.exec(done.location)?.[1] ?? '';
  const [payout] = await praca.sql<{ requested_by: string }[]>`
    select requested_by from merchant.payouts where order_id = ${id}`;
  assert.match(payout?.requested_by ?? '', /^member:person\d+@example\.com$/);
  await until(
    async () => (await owner.get(at(`/withdrawals/${id}`))).body.includes('Transaction signed'),
    'signing',
  );
  assert.match((await owner.get(at(`/withdrawals/${id}`))).body, /Waits for a block/);
  await until(async () => (await listArrivals(praca.sql, 'BTC', wallet)).length > 0, 'the broadcast');
  await mine(client, 'BTC', 6);
  await untilOrder(client, id, (order) => order.order_status === 'COMPLETED', 'done');
  const page = await owner.get(at(`/withdrawals/${id}`));
  assert.match(page.body, /Confirmations: 1 of 1/);
  assert.match(page.body, /by person\d+@example\.com/);
  assert.equal((await owner.get(at(`/deposits/${id}`))).status, 404, 'it is no deposit');
  const transaction = /title="([0-9a-f]{64})"/.exec(page.body)?.[1] ?? '';
  for (const text of [id, transaction, wallet, 'customer-7']) {
    assert.ok((await owner.get(at(`/withdrawals?q=${text}`))).body.includes(`/withdrawals/${id}`), text);
    const others = await other.visitor.get(at(`/withdrawals?q=${text}`, other.id));
    assert.ok(!others.body.includes(`/withdrawals/${id}`), `another PSP does not find it by ${text}`);
  }
});

test('names of depositors and customers are escaped, and the owner can erase a customer', async () => {
  const answer = await client.post('/deposit/address/LTC', { customer_details: known });
  const { customer_deposit_wallet_address: address } = answer.json() as Record<string, string>;
  assert.ok(address);
  await sendCoins(client, 'LTC', { address, amount: '0.5' });
  await mine(client, 'LTC', 6);
  await until(
    async () => (await owner.get(at('/deposits'))).body.includes('Deposit of 0.50000000 LTC'),
    'the deposit',
  );
  const list = await owner.get(at('/deposits'));
  const link = /href="([^"]*\/deposits\/[\w-]{36})"/.exec(list.body)?.[1] ?? '';
  const page = await owner.get(link);
  for (const text of ['Sold at once', 'Coins seen on the network', address])
    assert.ok(page.body.includes(text), text);
  const path = at(`/customers/${encodeURIComponent(known.customer_reference_id)}`);
  const found = await owner.get(path);
  for (const body of [list.body, page.body, found.body, (await owner.get(at('/customers'))).body]) {
    assert.ok(!body.includes('<img src=x') && !body.includes('a/b <i>'), 'no text becomes markup');
  }
  assert.ok(found.body.includes(address) && found.body.includes('&lt;img src=x'));
  assert.match(found.body, /<dd>1 · €\d+\.\d\d<\/dd>/, 'how many deposits, and what they came to');
  for (const text of ['a/b', encodeURIComponent('a/b <i>'), address]) {
    assert.ok(
      (await owner.get(at(`/customers?q=${text}`))).body.includes(encodeURIComponent('a/b <i>')),
      text,
    );
  }
  const paid = await client.post('/payments', {
    ...paymentBody,
    customer_details: { ...paymentBody.customer_details, customer_email_address: 'Payer@Shop.example' },
  });
  assert.equal(paid.statusCode, 200, paid.body);
  const payer = `/customers/${paymentBody.customer_details.customer_reference_id}"`;
  const byEmail = (await owner.get(at('/customers?q=payer@shop.example'))).body;
  assert.equal(byEmail.split(payer).length, 2, 'a payer is found once by the e-mail address');
  const elsewhere = await other.visitor.get(at('/customers?q=payer@shop.example', other.id));
  assert.ok(!elsewhere.body.includes(payer));
  assert.equal((await other.visitor.get(path.replace('/psp/1/', `/psp/${other.id}/`))).status, 404);
  const support = await signIn(praca, (await createPerson(praca, [memberAs('support')])).email);
  assert.ok(!(await support.get(path)).body.includes('/erase'));
  assert.equal((await support.post(`${path}/erase`)).status, 403);
  const erased = await owner.post(`${path}/erase`);
  assert.equal(erased.status, 303, erased.body);
  assert.ok(!(await owner.get(path)).body.includes('img src'));
  assert.equal((await owner.post(`${path}/erase`)).status, 303, 'once more does no harm');
  assert.ok(
    (await listRecorded(praca)).some(
      ({ act, subject }) => act === 'customer.erased' && subject === 'a/b <i>',
    ),
  );
  const open = await owner.post(at('/orders/quote'), typedForm({ reference: 'busy-1' }));
  assert.equal(open.status, 200);
  const wallet = newWallet('BTC');
  const fields = hiddenOf(
    await owner.post(at('/withdrawals/quote'), typedForm({ wallet, reference: 'busy-1' })),
  );
  assert.equal((await owner.post(at('/withdrawals/create'), fields)).status, 303);
  assert.match((await owner.post(at('/customers/busy-1/erase'))).body, /is not over yet/);
});

test('the quote of a withdrawal to a contract includes its gas', async () => {
  const feeOf = async (wallet: string): Promise<number> => {
    const { body } = await owner.post(
      at('/withdrawals/quote'),
      typedForm({ coin: 'ETH', amount: '0.05', wallet }),
    );
    return Number(/about €([\d.]+)/.exec(body)?.[1]);
  };
  const plain = await feeOf(newWallet('ETH'));
  assert.ok((await feeOf('0x0505050505050505050505050505050505050505')) > 10 * plain, `${plain}`);
});

test('lists are filtered by the address, paged by cursor, and downloaded as complete CSV', async () => {
  const { sql } = praca;
  await sql`
    insert into merchant.orders (id, psp_id, kind, order_type, status, currency_pair, coin_amount, euro_amount,
      customer_reference_id, created_at, updated_at)
    select ('01990000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${other.id}::int,
      case when n % 3 = 0 then 'withdrawal' when n % 3 = 1 then 'trade' else 'payment' end, 'WITHDRAW',
      case when n % 2 = 0 then 'COMPLETED' else 'FAILED' end, 'BTCEUR', n, n, '=cmd' || n, now(), now()
    from generate_series(1, 1200) n`;
  const seen: string[] = [];
  let path = at('/withdrawals?status=FAILED', other.id);
  for (let page = 0; page < 9 && path !== ''; page++) {
    const { body } = await other.visitor.get(path);
    seen.push(
      ...[...body.matchAll(/withdrawals\/01990000-0000-7000-8000-(\d{12})/g)].map(([, id]) => id ?? ''),
    );
    path = (/href="([^"]*before=[^"]*)"[^>]*>\s*Older/.exec(body)?.[1] ?? '').replaceAll('&amp;', '&');
  }
  const wanted = Array.from({ length: 1200 }, (_, index) => 1200 - index).filter((n) => n % 6 === 3);
  assert.deepEqual(seen.map(Number), wanted);
  const csv = await other.visitor.get(at('/orders?kind=trade&format=csv', other.id));
  assert.match(String(csv.headers['content-disposition']), /filename="orders\.csv"/);
  const lines = csv.body.trim().split('\r\n');
  assert.equal(lines.length, 401);
  assert.ok(lines[1]?.includes(",'=cmd1198,"), 'no cell is a formula');
  assert.match((await other.visitor.get(at('/deposits?status=FAILED', other.id))).body, /Nothing found/);
  assert.match((await other.visitor.get(at('/deposits', other.id))).body, /No deposits yet/);
  assert.match((await other.visitor.get(at('/customers?format=csv', other.id))).body, /'=cmd1,/);
  for (const list of ['/orders', '/customers']) {
    const page = await other.visitor.get(at(`${list}?q=%3Dcmd1198`, other.id));
    const href = /href="([^"]*format=csv[^"]*)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const found = (await other.visitor.get(href)).body.trim().split('\r\n');
    assert.equal(found.length, 2, `the file of ${list} has what the search finds`);
    assert.ok(found[1]?.includes("'=cmd1198"), list);
  }
});

test('roles that may not move money see neither form nor button', async () => {
  for (const role of ['support', 'developer', 'viewer'] as const) {
    const visitor = await signIn(praca, (await createPerson(praca, [memberAs(role)])).email);
    assert.ok(!(await visitor.get(at('/withdrawals'))).body.includes('/withdrawals/new'), role);
    assert.equal((await visitor.get(at('/withdrawals/new'))).status, 403);
    assert.equal((await visitor.post(at('/withdrawals/quote'), typedForm())).status, 403);
  }
});

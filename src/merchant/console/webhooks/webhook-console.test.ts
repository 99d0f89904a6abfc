import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestApp } from '../../../../test/support/app.ts';
import {
  createPerson,
  listRecorded,
  memberAs,
  openConsoleApp,
  signIn,
  type Visitor,
} from '../../../../test/support/console.ts';
import { merchantClient } from '../../../../test/support/merchant.ts';
import { newChosen } from '../../../../test/support/payments.ts';
import { until } from '../../../../test/support/process.ts';
import {
  openWebhookReceiver,
  status,
  type WebhookReceiver,
} from '../../../../test/support/webhook-receiver.ts';
import { newId } from '../../../platform/ids.ts';
import { createPsp } from '../../access/credentials/manage-credentials.ts';

let praca: TestApp;
let receiver: WebhookReceiver;
let developer: Visitor;
let unknownSpend: { visitor: Visitor; psp: number };

before(async () => {
  praca = await openConsoleApp({ SIMULATED_BLOCK_SECONDS: '0' });
  await praca.start();
  receiver = await openWebhookReceiver();
  developer = await signIn(praca, (await createPerson(praca, [memberAs('developer')])).email);
  const { pspId } = await createPsp(praca.platform, 'UnknownSpend');
  const person = await createPerson(praca, [memberAs('owner', String(pspId))]);
  unknownSpend = { psp: pspId, visitor: await signIn(praca, person.email) };
});
after(async () => {
  await praca.close();
  await receiver.close();
});

const at = (path: string, psp = 1): string => `/console/psp/${psp}${path}`;
const once = (): { once: string } => ({ once: newId(praca.clock.nowMs()) });
const secretOf = (body: string): string => /whsec_[\w+/=]+/.exec(body)?.[0] ?? '';

test('an endpoint is added, tested, changed, rotated, disabled and deleted, and its secret is shown once', async () => {
  const evil = `${receiver.url}?"><script>alert(1)</script>`;
  const form = { url: evil, ...once() };
  const created = await developer.post(at('/webhooks/create'), form);
  assert.equal(created.status, 200, created.body);
  const secret = secretOf(created.body);
  assert.ok(secret);
  assert.equal(secretOf((await developer.post(at('/webhooks/create'), form)).body), secret, 'a double click');
  const list = await developer.get(at('/webhooks'));
  assert.ok(!list.body.includes(secret) && !list.body.includes('<script>alert'));
  const [id, ...more] = new Set(
    [...list.body.matchAll(/endpoints\/([\w-]{36})/g)].map(([, found]) => found ?? ''),
  );
  assert.ok(id && more.length === 0);
  for (const [url, said] of [
    ['nowhere', /Address \(URL\): must be an address/],
    ['', /Address \(URL\): must not be empty/],
    ['https://a:b@shop.example/', /must not hold a user name/],
  ] as const) {
    const refused = await developer.post(at('/webhooks/create'), { url, ...once() });
    assert.equal(refused.status, 400);
    assert.match(refused.body, said);
  }
  receiver.answer = status(500, {}, '<b>no</b> <script>x</script>');
  const tested = await developer.post(at(`/webhooks/endpoints/${id}/test`), once());
  assert.equal(tested.status, 303, tested.body);
  await until(
    async () => (await developer.get(tested.location)).body.includes('Answered with an error'),
    'the attempt',
  );
  const delivery = await developer.get(tested.location);
  for (const text of [
    'webhook.test',
    '&quot;event_type&quot;: &quot;webhook.test&quot;',
    '500',
    '&lt;b&gt;no&lt;/b&gt;',
  ])
    assert.ok(delivery.body.includes(text), text);
  assert.ok(!delivery.body.includes('<script>x'));
  for (const header of ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'webhook-signature'])
    assert.ok(delivery.body.includes(`<code>${header}</code>`), header);
  assert.ok(!delivery.body.includes(secret) && !delivery.body.includes('whsec_'), 'the secret is not shown');
  receiver.answer = status(204);
  const deliveryId = /deliveries\/([\w-]{36})/.exec(tested.location)?.[1] ?? '';
  const again = await developer.post(at(`/webhooks/deliveries/${deliveryId}/redeliver`));
  assert.equal(again.status, 303);
  await until(
    async () => (await developer.get(again.location)).body.includes('Delivered'),
    'the second attempt',
  );
  for (const query of ['status=DELIVERED', `q=${deliveryId}`])
    assert.ok((await developer.get(at(`/webhooks?${query}`))).body.includes(deliveryId), query);
  assert.ok(!(await developer.get(at('/webhooks?status=FAILED'))).body.includes(deliveryId));
  const chart = /data-chart="([^"]*)"/.exec((await developer.get(at('/webhooks'))).body)?.[1] ?? '';
  const { series } = JSON.parse(chart.replaceAll('&quot;', '"')) as { series: { values: number[] }[] };
  assert.deepEqual(
    series.map(({ values }) => values.at(-1)),
    [1, 0, 0, 0],
  );
  assert.match((await developer.get(at('/webhooks?format=csv'))).body, /webhook\.test/);
  const rotated = await developer.post(at(`/webhooks/endpoints/${id}/rotate`), once());
  assert.notEqual(secretOf(rotated.body), secret);
  assert.match((await developer.get(at(`/webhooks/endpoints/${id}`))).body, /previous secret also signs/);
  // Three tabs show the same page. Each form changes only its own value.
  const tab = await developer.get(at(`/webhooks/endpoints/${id}`));
  const switching =
    /<form[^>]*\/change"[^>]*>((?:(?!<\/form>).)*value="off".*?)<\/form>/s.exec(tab.body)?.[1] ?? '';
  const stale = Object.fromEntries(
    [...switching.matchAll(/name="(\w+)"\s+value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const moved = await developer.post(at(`/webhooks/endpoints/${id}/change`), { url: `${receiver.url}2` });
  assert.equal(moved.status, 303);
  const off = await developer.post(at(`/webhooks/endpoints/${id}/change`), stale);
  assert.equal(off.status, 303);
  await developer.post(at(`/webhooks/endpoints/${id}/change`), { url: `${receiver.url}3` });
  const [row] = await praca.sql<{ url: string; off: boolean }[]>`
    select url, disabled_at is not null as off from merchant.webhook_endpoints where id = ${id}`;
  assert.deepEqual(row, { url: `${receiver.url}3`, off: true });
  assert.match(
    (await developer.post(at(`/webhooks/endpoints/${id}/test`), once())).body,
    /The endpoint is off/,
  );
  await developer.post(at(`/webhooks/endpoints/${id}/change`), { state: 'on' });
  for (const path of [`/webhooks/endpoints/${id}`, `/webhooks/deliveries/${deliveryId}`])
    assert.equal((await unknownSpend.visitor.get(at(path, unknownSpend.psp))).status, 404, path);
  for (const act of ['change', 'delete', 'rotate', 'test']) {
    const body = { url: receiver.url, state: 'off', ...once() };
    assert.equal(
      (await unknownSpend.visitor.post(at(`/webhooks/endpoints/${id}/${act}`, unknownSpend.psp), body))
        .status,
      404,
    );
  }
  assert.equal(
    (await unknownSpend.visitor.post(at(`/webhooks/deliveries/${deliveryId}/redeliver`, unknownSpend.psp)))
      .status,
    404,
  );
  const viewer = await signIn(praca, (await createPerson(praca, [memberAs('viewer')])).email);
  const seen = await viewer.get(at(`/webhooks/endpoints/${id}`));
  assert.equal(seen.status, 200);
  assert.ok(!seen.body.includes('/delete') && !seen.body.includes('/change'));
  assert.equal((await developer.post(at(`/webhooks/endpoints/${id}/delete`))).status, 303);
  assert.match((await developer.get(at('/webhooks'))).body, /No endpoint yet/);
  assert.ok(!(await developer.get(at(`/webhooks/deliveries/${deliveryId}`))).body.includes('/redeliver'));
  const acts = (await listRecorded(praca)).map(({ act }) => act).filter((act) => act.startsWith('webhook.'));
  assert.deepEqual(acts, [
    'webhook.created',
    'webhook.tested',
    'webhook.redelivered',
    'webhook.rotated',
    'webhook.changed',
    'webhook.changed',
    'webhook.changed',
    'webhook.changed',
    'webhook.deleted',
  ]);
});

test('failed deliveries are sent again at once, once per press, on record, by roles that manage webhooks', async () => {
  receiver.answer = status(204);
  const url = `${receiver.url}/again`;
  await developer.post(at('/webhooks/create'), { url, ...once() });
  const client = await merchantClient(praca);
  const chosen = await newChosen(client, 'LTC', '20.00');
  const payment = chosen.payment_reference_number;
  await client.post(`/payments/${payment}/cancel`);
  const countOf = async (state: string): Promise<number> =>
    (await client.get(`/webhooks/deliveries?status=${state}&limit=200`))
      .json<{ url: string }[]>()
      .filter((one) => one.url === url).length;
  await until(
    async () => (await countOf('PENDING')) === 0 && (await countOf('DELIVERED')) > 1,
    'the webhooks',
  );
  const all = await countOf('DELIVERED');
  assert.doesNotMatch((await developer.get(at('/webhooks'))).body, /redeliver-failed/);
  await praca.sql`
    update merchant.webhook_deliveries set status = 'FAILED' where endpoint_id in
      (select id from merchant.webhook_endpoints where url = ${url})`;
  const { body } = await developer.get(at('/webhooks'));
  assert.match(body, new RegExp(`Send ${all} failed again`));
  const press = { once: /redeliver-failed.*?name="once" value="([^"]+)"/s.exec(body)?.[1] ?? '' };
  for (const role of ['viewer', 'finance', 'support'] as const) {
    const visitor = await signIn(praca, (await createPerson(praca, [memberAs(role)])).email);
    assert.equal((await visitor.post(at('/webhooks/redeliver-failed'), press)).status, 403, role);
  }
  assert.doesNotMatch(
    (await unknownSpend.visitor.get(at('/webhooks', unknownSpend.psp))).body,
    /redeliver-failed/,
  );
  const sentCount = (): number => receiver.received.filter(({ path }) => path === '/hooks/again').length;
  const before = sentCount();
  const [first, second] = await Promise.all([
    developer.post(at('/webhooks/redeliver-failed'), press),
    developer.post(at('/webhooks/redeliver-failed'), press),
  ]);
  assert.deepEqual([first.status, second.status], [303, 303]);
  await until(async () => (await countOf('DELIVERED')) === all, 'the repeated webhooks');
  assert.equal(sentCount() - before, all, 'each was sent once');
  await developer.post(at('/webhooks/redeliver-failed'), once());
  const lines = await praca.sql<{ detail: object }[]>`
    select detail from platform.console_audit where act = 'webhook.failed_redelivered'`;
  assert.deepEqual(
    lines.map(({ detail }) => detail),
    [{ count: all }],
  );
  const id = /deliveries\/([\w-]{36})/.exec((await developer.get(at('/webhooks'))).body)?.[1] ?? '';
  const page = (await developer.get(at(`/webhooks/deliveries/${id}`))).body;
  assert.match(page, new RegExp(`href="/console/psp/1/payments/${payment}"`));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { verifyWebhook, WebhookError } from '../../packages/client/src/index.ts';

const secret = `whsec_${Buffer.from('a secret of twenty-four b').toString('base64')}`;
const body = '{"type":"order.completed","amount":"25.00","name":"São João 🎉"}';

function sign(at = new Date(), key = secret) {
  const signature = new Webhook(key).sign('msg_1', at, body);
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signature,
  };
}

test('a genuine webhook is accepted from a fetch request and from plain headers and bytes', async () => {
  const request = new Request('http://shop.example/hook', { method: 'POST', headers: sign(), body });
  assert.deepEqual((await verifyWebhook(request, secret)).payload, JSON.parse(body));
  const { id, payload } = await verifyWebhook({ headers: sign(), body: Buffer.from(body) }, secret);
  assert.equal(id, 'msg_1');
  assert.deepEqual(payload, JSON.parse(body));
});

test('during a rotation of the secret, a signature with either secret is accepted', async () => {
  const other = `whsec_${Buffer.from('another secret, as long').toString('base64')}`;
  const [old, fresh] = [sign(new Date(), other), sign()];
  const headers = {
    ...fresh,
    'webhook-signature': `${old['webhook-signature']} ${fresh['webhook-signature']}`,
  };
  assert.equal((await verifyWebhook({ headers, body }, secret)).id, 'msg_1');
});

const wrong: [string, Parameters<typeof verifyWebhook>][] = [
  ['another body', [{ headers: sign(), body: body.replace('25.00', '26.00') }, secret]],
  ['another secret', [{ headers: sign(), body }, `whsec_${Buffer.from('guessed').toString('base64')}`]],
  ['an old one', [{ headers: sign(new Date(Date.now() - 6 * 60_000)), body }, secret]],
  ['one of the future', [{ headers: sign(new Date(Date.now() + 6 * 60_000)), body }, secret]],
  ['another id', [{ headers: { ...sign(), 'webhook-id': 'msg_2' }, body }, secret]],
  ['no signature', [{ headers: { ...sign(), 'webhook-signature': '' }, body }, secret]],
  [
    'another scheme',
    [
      { headers: { ...sign(), 'webhook-signature': sign()['webhook-signature'].replace('v1', 'v2') }, body },
      secret,
    ],
  ],
  ['no base64', [{ headers: { ...sign(), 'webhook-signature': 'v1,%%%' }, body }, secret]],
  ['an invalid timestamp', [{ headers: { ...sign(), 'webhook-timestamp': 'now' }, body }, secret]],
];
for (const [what, given] of wrong) {
  test(`a webhook is refused: ${what}`, () => assert.rejects(verifyWebhook(...given), WebhookError));
}

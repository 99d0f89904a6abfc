import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { createSafeDispatcher, type Lookup } from './safe-dispatcher.ts';

let connections = 0;
const server = createServer((_request, response) => response.end('inside'));
server.on('connection', () => connections++);
let port: number;

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as { port: number });
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const answers =
  (...sequence: string[][]): Lookup =>
  (_hostname, _options, callback) => {
    const addresses = (sequence.length > 1 ? sequence.shift() : sequence[0]) ?? [];
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };

async function ask(lookup: Lookup | undefined, host: string, allowPrivate = false): Promise<string> {
  const dispatcher = await createSafeDispatcher({
    allowPrivate,
    connectTimeoutMs: 300,
    ...(lookup ? { lookup } : {}),
  });
  try {
    const origin = `http://${host}:${port}`;
    const { body } = await dispatcher.request({ origin, path: '/', method: 'GET' });
    return await body.text();
  } catch (error) {
    return String((error as { code?: unknown }).code);
  } finally {
    await dispatcher.destroy();
  }
}

test('refuses a private address in every notation and sends nothing to it', async () => {
  const hosts = ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '0.0.0.0', 'localhost'];
  for (const host of hosts) assert.equal(await ask(undefined, host), 'forbidden_address', host);
  for (const address of ['127.0.0.1', '::1', '::ffff:7f00:1', '169.254.169.254', '100.64.0.1', '0.0.0.0'])
    assert.equal(await ask(answers([address]), 'shop.example'), 'forbidden_address', address);
  assert.equal(connections, 0);
});

test('one private address among public ones causes a refusal', async () => {
  assert.equal(await ask(answers(['1.1.1.1', '127.0.0.1']), 'shop.example'), 'forbidden_address');
  assert.equal(connections, 0);
});

test('resolves a name once and connects to the checked address', async () => {
  let asked = 0;
  // A public address without a server, then loopback.
  const changing = answers(['192.31.195.1'], ['127.0.0.1']);
  const counted: Lookup = (...given) => {
    asked++;
    changing(...given);
  };
  assert.notEqual(await ask(counted, 'shop.example'), 'inside');
  assert.equal(asked, 1);
  assert.equal(connections, 0);
});

test('fails for a name without addresses', async () => {
  assert.equal(await ask(answers([]), 'shop.example'), 'unreachable');
});

test('connects to private addresses if they are allowed', async () => {
  assert.equal(await ask(undefined, '127.0.0.1', true), 'inside');
  assert.equal(await ask(answers(['127.0.0.1']), 'shop.example', true), 'inside');
});

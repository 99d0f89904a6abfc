import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { serviceNames, type ServiceName } from '../../src/platform/platform.settings.ts';
import { ana } from '../support/accounts.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { openLiveClient } from '../support/live-client.ts';
import { basic } from '../support/merchant.ts';
import { removeDirectory, temporaryDirectory, until } from '../support/process.ts';
import { createSelfSigned } from '../support/self-signed.ts';
import { openPeople } from '../support/social-people.ts';
import { needDeployPrograms } from './programs.ts';

const files = join(import.meta.dirname, '../../deploy/nginx');
/** Address of the clients, so that it differs from the proxy's. */
const clientAddress = '127.0.0.2';
const { key, cert } = createSelfSigned();
const settings = { TRUST_PROXY: '127.0.0.1', RATE_LIMIT: '0' };
const usual = getGlobalDispatcher();
const opened: (() => Promise<unknown>)[] = [];
let database: TestDatabase;

before(async () => {
  database = await createTestDatabase();
  setGlobalDispatcher(new Agent({ localAddress: clientAddress, connect: { ca: cert } }));
});
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});
after(async () => {
  await getGlobalDispatcher().destroy();
  setGlobalDispatcher(usual);
  await database.drop();
});

async function openServer(service?: ServiceName): Promise<{ praca: TestApp; port: string }> {
  const praca = await openTestApp({ database, settings, ...(service && { service }) });
  opened.push(() => praca.close());
  return { praca, port: new URL(await praca.listen()).port };
}

/** Starts nginx with a file of `deploy/nginx` and other ports and paths. Returns its address. */
async function startNginx(name: string, ports: Readonly<Record<string, string>>): Promise<string> {
  const folder = temporaryDirectory();
  const port = await freePort();
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key);
  const moves: [from: string, to: string][] = [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/etc/ssl/api.example.com.pem', 'cert.pem'],
    ['/etc/ssl/api.example.com.key', 'key.pem'],
    ['/var/log/nginx/praca.log', 'access.log'],
    ['/etc/nginx/praca/', `${files}/`],
    ...Object.entries(ports).map(([from, to]): [string, string] => [
      `127.0.0.1:${from};`,
      `127.0.0.1:${to};`,
    ]),
  ];
  let site = readFileSync(join(files, name), 'utf8');
  for (const [from, to] of moves) {
    assert.ok(site.includes(from), from);
    site = site.replace(from, to);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const account = process.getuid?.() === 0 ? 'user root;' : '';
  const paths = temporary.map((kind) => `${kind}_temp_path ${kind};`).join(' ');
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${account} daemon off; pid nginx.pid; error_log stderr;
events {}
http { ${paths} include site.conf; }
`,
  );
  const child = spawn(needDeployPrograms().nginx, ['-p', folder, '-c', 'nginx.conf'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = once(child, 'exit');
  opened.push(async () => {
    child.kill('SIGTERM');
    await ended;
    await removeDirectory(folder);
  });
  const url = `https://127.0.0.1:${port}`;
  await until(() => {
    assert.equal(child.exitCode, null, said);
    return fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }, 'the start of nginx');
  return url;
}

async function signUp(url: string, email: string): Promise<void> {
  const answer = await fetch(`${url}/accounts/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
    body: JSON.stringify({ ...ana, user_email: email }),
  });
  assert.match(await answer.text(), /"success"/);
}

/** Opens a WebSocket and a stream of server-sent events, and waits for the first message of each. */
async function useLive(url: string, praca: TestApp): Promise<void> {
  const people = await openPeople(praca);
  const [person] = await people.create(1);
  assert.ok(person);
  for (const via of ['websocket', 'events'] as const) {
    const live = await openLiveClient({ url, userId: person.id, token: person.token, via });
    assert.equal(live.connections(), 1, via);
    await live.stop();
  }
}

const fetchToken = (url: string): Promise<Response> =>
  fetch(`${url}/merchant/oauth/token?grant_type=client_credentials`, {
    method: 'POST',
    headers: { authorization: basic('sandbox-psp', 'sandbox-secret') },
  });

test('one upstream: TLS, live connections, the client’s real address and a request id of the proxy', async () => {
  const { praca, port } = await openServer();
  const url = await startNginx('together.conf', { 8080: port });
  await signUp(url, 'together@example.com');
  const [row] = await praca.sql<{ address: string }[]>`
    select a.address from accounts.audit a join accounts.users u on u.id = a.user_id
    where u.email = 'together@example.com'`;
  assert.equal(row?.address, clientAddress);
  const answer = await fetchToken(url);
  assert.equal(answer.status, 200);
  assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f]{32}$/);
  await useLive(url, praca);
});

test('an upstream for each service: each request reaches the processes of its service', async () => {
  const all = await openServer();
  const apart: Record<string, { praca: TestApp; port: string }> = { all };
  for (const name of serviceNames) apart[name] = await openServer(name);
  const portOf = (name: string): string => apart[name]?.port ?? '';
  const url = await startNginx('apart.conf', {
    8080: portOf('all'),
    8081: portOf('merchant'),
    8082: portOf('accounts'),
    8083: portOf('social'),
  });
  await signUp(url, 'apart@example.com');
  assert.equal((await fetchToken(url)).status, 200);
  const paths = ['/social/event/cities', '/app/welcome', '/console/sign-in', '/docs'];
  for (const path of paths) assert.equal((await fetch(`${url}${path}`)).status, 200, path);
  const { praca: social } = apart['social'] ?? all;
  await useLive(url, social);
  const reached = (name: string, path: string): boolean =>
    apart[name]?.praca.log.some((line) => line.includes(`"path":"${path}`)) ?? false;
  const expected: [string, string][] = [
    ['merchant', '/merchant/oauth/token'],
    ['accounts', '/accounts/signup'],
    ['social', '/social/event/cities'],
    ['social', '/app/welcome'],
    ['all', '/console/sign-in'],
    ['all', '/docs'],
  ];
  for (const [name, path] of expected)
    for (const other of Object.keys(apart)) {
      if (other === name) await until(() => reached(name, path), `${path} in ${name}`);
      else assert.ok(!reached(other, path), `${path} reached ${other}`);
    }
});

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type * as client from 'openid-client';
import { openTestApp, type TestApp } from '../../../../test/support/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import {
  allow,
  authorize,
  Browser,
  openProviderApp,
  redirectUri,
  type ProviderApp,
} from '../../../../test/support/oidc.ts';
import { until } from '../../../../test/support/process.ts';
import { createSignedInUser } from '../../../../test/support/signed-in-user.ts';

let database: TestDatabase;
let praca: ProviderApp;
let second: TestApp;
let addresses: string[];
let config: client.Configuration;

before(async () => {
  database = await createTestDatabase();
  praca = await openProviderApp({ database });
  second = await openTestApp({
    database,
    service: 'accounts',
    settings: { PUBLIC_URL: new URL(praca.issuer).origin },
  });
  addresses = [new URL(praca.issuer).origin, await second.listen()];
  await praca.addClient('web', 'public');
  config = await praca.discover('web');
});
after(async () => {
  await second.close();
  await praca.close();
  await database.drop();
});

interface Tokens {
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly error?: string;
}

async function post(form: Record<string, string>, process = 0): Promise<Tokens> {
  const body = new URLSearchParams({ client_id: 'web', ...form });
  const answer = await fetch(`${addresses[process]}/accounts/oidc/token`, { method: 'POST', body });
  return (await answer.json()) as Tokens;
}

async function askForCode(): Promise<Record<string, string>> {
  const person = await createSignedInUser(praca);
  const browser = new Browser(praca.issuer, person.headers.authorization.slice('Bearer '.length));
  const asked = await authorize(config);
  const code = new URL(await allow(browser, asked.url)).searchParams.get('code') ?? '';
  return { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: asked.verifier };
}

const refresh = (token: string | undefined, process = 0): Promise<Tokens> =>
  post({ grant_type: 'refresh_token', refresh_token: token ?? '' }, process);

/** Redeems the same code or token a hundred times, in two processes. Returns the only answer with tokens. */
async function redeemOften(form: Record<string, string>): Promise<Tokens> {
  const answers = await Promise.all(Array.from({ length: 100 }, (_none, index) => post(form, index % 2)));
  const [granted, ...others] = answers.filter((answer) => answer.error === undefined);
  assert.ok(granted, JSON.stringify(answers[0]));
  assert.deepEqual(others, []);
  assert.deepEqual([...new Set(answers.flatMap(({ error }) => error ?? []))], ['invalid_grant']);
  return granted;
}

test('of 100 redemptions of one code and then of one refresh token, one gets tokens, and these keep working', async () => {
  const tokens = await redeemOften(await askForCode());
  const next = await redeemOften({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' });
  const last = await refresh(next.refresh_token, 1);
  assert.equal(typeof last.refresh_token, 'string');
});

test('a token that is redeemed again is refused for ten seconds, and then ends its grant', async () => {
  for (const [form, isCode] of [
    [await askForCode(), true],
    [await askForCode(), false],
  ] as const) {
    const tokens = await post(form);
    const next = isCode ? tokens : await refresh(tokens.refresh_token);
    const again = () => (isCode ? post(form) : refresh(tokens.refresh_token));
    praca.clock.offsetMs += 9_000;
    assert.equal((await again()).error, 'invalid_grant');
    const kept = await refresh(next.refresh_token);
    assert.equal(kept.error, undefined);
    praca.clock.offsetMs += 2_000;
    assert.equal((await again()).error, 'invalid_grant');
    assert.equal(
      (await refresh(kept.refresh_token)).error,
      'invalid_grant',
      'the thief or the owner has it: it ends',
    );
  }
});

test('a redemption whose database connection dies leaves the old token usable', async () => {
  const tokens = await post(await askForCode());
  const { sql } = praca;
  const [grant] = await sql<{ id_hash: Buffer }[]>`
    select id_hash from accounts.oidc_artefacts where kind = 'Grant' order by created_at desc limit 1`;
  const held = await sql.reserve();
  await held`begin`;
  await held`select from accounts.oidc_artefacts where grant_hash = ${grant?.id_hash ?? null} for update`;
  const attempt = refresh(tokens.refresh_token, 1);
  const waiting = () => sql<{ pid: number }[]>`
    select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await until(async () => (await waiting()).length > 0, 'the redemption to wait');
  for (const { pid } of await waiting()) await sql`select pg_terminate_backend(${pid})`;
  assert.equal(typeof (await attempt).error, 'string');
  await held`rollback`;
  held.release();
  assert.equal((await refresh(tokens.refresh_token)).error, undefined);
});

test('ids and secrets appear in no column, as text or bytes', async () => {
  const form = await askForCode();
  const tokens = await post(form);
  const [all] = await praca.sql<{ text: string }[]>`
    select string_agg(a::text, '\n') as text from accounts.oidc_artefacts a`;
  const secrets = [form['code'], tokens.access_token, tokens.refresh_token];
  for (const secret of secrets) {
    assert.ok(secret);
    assert.ok(!all?.text.includes(secret));
    assert.ok(!all?.text.includes(Buffer.from(secret).toString('hex')));
  }
  const members = new Set<string>();
  for (const { payload } of await praca.sql<{ payload: Record<string, unknown> }[]>`
    select payload from accounts.oidc_artefacts`) {
    for (const name of Object.keys(payload)) members.add(name);
  }
  assert.deepEqual(
    ['jti', 'grantId', 'userCode', 'uid'].filter((name) => members.has(name)),
    [],
  );
});

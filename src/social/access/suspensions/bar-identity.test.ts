import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSocialApp, type TestApp } from '../../../../test/support/app.ts';
import { createTestDatabase, dropAtEnd } from '../../../../test/support/database.ts';
import {
  openModeration,
  type Answer,
  type Headers,
  type Json,
  type Moderation,
} from '../../../../test/support/moderation.ts';
import { until } from '../../../../test/support/process.ts';
import { findIdentityKey } from './suspension.store.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let praca: TestApp;
/** A second process on the same database. */
let other: TestApp;
let moderation: Moderation;
const dayMs = 86_400_000;
before(async () => {
  database = await createTestDatabase();
  const settings = { REPORT_RETENTION_DAYS: '10' };
  [praca, other] = await Promise.all([
    openSocialApp({ database, settings }),
    openSocialApp({ database, settings }),
  ]);
  moderation = await openModeration(praca);
});
after(async () => {
  await praca.close();
  await other.close();
  dropAtEnd(database);
});

type Row = Record<string, Json>;
const move = (ms: number): void => {
  praca.clock.offsetMs += ms;
  other.clock.offsetMs += ms;
};
const list = async (path: string, headers: Headers) =>
  (await moderation.call('GET', path, headers)).body as Row[];
const tryToSignIn = (name: string, app = praca): Promise<Answer> =>
  moderation.call('POST', `/oauth/token?user_id=${name}&name=${name}`, {}, {}, app);
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });

const secretsOf = (id: string): string[] => [
  'secret about',
  'secret.jpg',
  'secret insult',
  'secret reason',
  'secret note',
  'secret plea',
  id,
];
const tables = [
  'reports',
  'report_messages',
  'report_photos',
  'moderation_acts',
  'appeals',
  'users',
  'barred_identities',
  'cases',
];
async function findSecrets(id: string): Promise<string[]> {
  const found: string[] = [];
  for (const secret of secretsOf(id)) {
    for (const table of tables) {
      const rows = await praca.sql`
        select from social.${praca.sql.identifier(table)} t where strpos(to_jsonb(t)::text, ${secret}) > 0`;
      if (rows.length > 0) found.push(`${secret} in ${table}`);
    }
  }
  return found;
}

test('a suspension survives deletion, erasure and the end of the case; its remaining row names no person and ends with it', async () => {
  const [ana, max] = [await moderation.signIn('ana'), await moderation.signIn('max-secret-login')];
  await moderation.call('PUT', '/user/perfil', max.headers, {
    about: 'secret about',
    photos: ['https://example.com/secret.jpg'],
  });
  await moderation.call('POST', `/user/like/${max.id}`, ana.headers);
  await moderation.call('POST', `/user/like/${ana.id}`, max.headers);
  const { body: sent } = await moderation.call('POST', `/user/${max.id}/chat/${ana.id}`, max.headers, {
    message: 'secret insult',
  });
  const [photo] = await list(`/user/${max.id}/photos`, ana.headers);
  const reported = { reason: 'secret reason', messages: [sent['id']], photo: photo?.['id'] };
  await moderation.call('POST', `/user/${ana.id}/report/${max.id}`, ana.headers, reported);
  const end = new Date(praca.clock.nowMs() + 90 * dayMs);
  await moderation.act(max.id, 'suspend', {
    until: end.toISOString(),
    reason: 'Insults',
    note: 'secret note',
  });
  const { appeal_token: token } = (await tryToSignIn('max-secret-login')).body;
  await moderation.call('POST', `/user/${max.id}/appeal`, bearer(token), { text: 'secret plea' });
  const written = await findSecrets(max.id);
  for (const secret of secretsOf(max.id))
    assert.ok(
      written.some((found) => found.startsWith(`${secret} in `)),
      `${secret} is nowhere`,
    );
  const deleted = await moderation.call('POST', `/user/${max.id}/delete`, bearer(token), {});
  assert.equal(deleted.body['status'], 'deleted');
  assert.equal(
    (await tryToSignIn('max-secret-login')).body['code'],
    'user_suspended',
    'and it stays deleted',
  );
  move(31 * dayMs);

  const { body: refusal } = await tryToSignIn('max-secret-login');
  assert.deepEqual(
    [refusal['code'], refusal['reason'], refusal['suspended_until'], refusal['appeal']],
    ['user_suspended', 'Insults', end.toISOString(), 'open'],
  );
  assert.notEqual(refusal['user_id'], max.id);
  assert.deepEqual(await findSecrets(max.id), [
    'secret about in reports',
    'secret.jpg in report_photos',
    'secret insult in report_messages',
    'secret reason in reports',
    'secret note in reports',
    'secret note in moderation_acts',
    'secret plea in appeals',
  ]);

  // Erases the account again, now by the job, and forgets the case. Only the bar remains.
  await praca.runJobs();
  const erase = async (id: string, headers: Headers) => {
    await moderation.call('POST', `/user/${id}/delete`, headers, {});
    for (const [days, name] of [
      [31, ''],
      [11, null],
    ] as const) {
      move(days * dayMs);
      await praca.sql`select graphile_worker.add_job('social_erase_deleted_users', '{}')`;
      await until(
        async () =>
          (await praca.sql`select from social.users where id = ${id} and name is distinct from ${name}`)
            .length === 0,
        'the erasure',
      );
    }
  };
  await erase(refusal['user_id'], bearer(refusal['appeal_token']));
  assert.deepEqual(await findSecrets(refusal['user_id']), []);
  const kept = await praca.sql<{ kind: string; staff: boolean }[]>`
    select kind, staff_id is not null as staff from social.moderation_acts where user_id is null`;
  assert.deepEqual(
    kept.map((row) => ({ ...row })),
    [{ kind: 'suspend', staff: true }],
  );
  const [bar] = await praca.sql<{ bar: Row }[]>`select to_jsonb(b) as bar from social.barred_identities b`;
  assert.ok(bar);
  // The hash of the identity is shown in hex.
  for (const form of ['max-secret-login', Buffer.from('max-secret-login').toString('hex')])
    assert.ok(!JSON.stringify(bar).includes(form), form);
  assert.ok(await findIdentityKey(praca.sql));
  const both = await Promise.all([tryToSignIn('max-secret-login'), tryToSignIn('max-secret-login', other)]);
  assert.deepEqual(
    both.map(({ status }) => status),
    [403, 403],
  );
  assert.equal(both[0]?.body['user_id'], both[1]?.body['user_id']);
  move(40 * dayMs);
  assert.equal((await tryToSignIn('max-secret-login')).status, 200, 'the end is that of the suspension');

  const short = await moderation.signIn('short-login');
  await moderation.act(short.id, 'suspend', {
    until: new Date(praca.clock.nowMs() + 50 * dayMs).toISOString(),
  });
  const own = (await tryToSignIn('short-login')).body['appeal_token'];
  await erase(short.id, bearer(own));
  move(10 * dayMs);
  assert.equal((await moderation.signIn('short-login')).id === short.id, false);
});

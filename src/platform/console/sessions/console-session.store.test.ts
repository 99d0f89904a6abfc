import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { insertConsolePerson } from '../../../../test/support/console-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertConsoleSession, insertPlace } from '../../../../test/support/staff-rows.ts';
import { hexOf, idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import type { Tx } from '../../postgres/client/database.ts';
import {
  deleteSessionsBefore,
  findSessionRows,
  insertSession,
  listSessions,
  raiseSession,
  touchSession,
} from './console-session.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const [ana, bea, dora] = [idOf(1), idOf(2), idOf(3)];
const hourAgo = at(-3600);

before(async () => {
  for (const [id, name] of [
    [ana, 'Ana'],
    [bea, 'Bea'],
    [dora, 'Dora'],
  ] as const)
    await insertConsolePerson(sql, id, name, now);
});
beforeEach(() => sql`delete from platform.console_sessions`);

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const add = (digit: number, personId: string, fields: object = {}) =>
  insertConsoleSession(sql, idOf(digit), personId, now, fields);
const hashOf = (digit: number) => Buffer.from(idOf(digit));
const digitsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id.slice(-1)).join('');
const kept = async () => {
  const rows = await readRows(sql, 'platform', 'console_sessions', ['id']);
  return rows
    .map((row) => String(row['id']).slice(-1))
    .toSorted()
    .join('');
};

test('a new session counts as seen at its start, without a second factor', async () => {
  await within((tx) =>
    insertSession(tx, {
      id: idOf(4),
      tokenHash: Buffer.from('token'),
      personId: ana,
      stage: 'set-up',
      formToken: 'form',
      now,
      expiresAt: at(60),
      address: '192.0.2.1',
      userAgent: 'Firefox',
    }),
  );
  assert.deepEqual(await readRows(sql, 'platform', 'console_sessions'), [
    {
      id: idOf(4),
      token_hash: hexOf(Buffer.from('token')),
      person_id: ana,
      stage: 'set-up',
      form_token: 'form',
      created_at: now.toISOString(),
      expires_at: at(60).toISOString(),
      seen_at: now.toISOString(),
      address: '192.0.2.1',
      user_agent: 'Firefox',
    },
  ]);
});

test('a token finds its session with the person’s memberships, staff first', async () => {
  for (const [seconds, place] of [
    [2, ['psp', 'b', 'owner']],
    [0, ['shop', 's', 'viewer']],
    [2, ['psp', 'a', 'finance']],
    [9, ['staff', '', 'admin']],
    [1, ['psp', 'z', 'support']],
    [9, ['bank', 'k', 'developer']],
  ] as const)
    await insertPlace(sql, ana, at(seconds), [...place]);
  await insertPlace(sql, dora, now);
  await add(4, ana);
  await add(5, bea);
  await add(6, dora);
  await sql`update platform.people set disabled_at = ${now} where id = ${dora}`;
  const found = async (digit: number) =>
    (await findSessionRows(sql, hashOf(digit), now, hourAgo)).map(
      (row) => `${row.id.slice(-1)} ${row.name} ${row.kind} ${row.organisation} ${row.role}`,
    );
  assert.deepEqual(await found(4), [
    '4 Ana staff  admin',
    '4 Ana bank k developer',
    '4 Ana psp z support',
    '4 Ana psp a finance',
    '4 Ana psp b owner',
    '4 Ana shop s viewer',
  ]);
  assert.deepEqual(await found(5), ['5 Bea null null null']);
  assert.deepEqual(await found(6), [], 'a disabled person has no session');
  assert.deepEqual(await found(7), []);
  await sql`update platform.people set disabled_at = null`;
  assert.deepEqual(await found(6), ['6 Dora staff  viewer']);
});

test('a session shows the person’s second factors, and a secret only after its confirmation', async () => {
  for (const [personId, confirmedAt] of [
    [ana, now],
    [bea, null],
  ] as const)
    await insertRow(sql, 'platform', 'person_totp', {
      person_id: personId,
      sealed_secret: hexOf(Buffer.from('s')),
      confirmed_at: confirmedAt,
      last_step: 0,
      session_id: idOf(9),
      created_at: now,
    });
  await insertRow(sql, 'platform', 'person_passkeys', {
    credential_id: hexOf(Buffer.from('c')),
    person_id: bea,
    public_key: hexOf(Buffer.from('k')),
    sign_count: 0,
    name: '',
    created_at: now,
  });
  await add(4, ana);
  await add(5, bea);
  const factors = async (digit: number) => {
    const [row] = await findSessionRows(sql, hashOf(digit), now, hourAgo);
    return row && [row.has_totp, row.has_passkey];
  };
  assert.deepEqual(
    [await factors(4), await factors(5)],
    [
      [true, false],
      [false, true],
    ],
  );
});

test('a session ends at its expiry or after the idle limit', async () => {
  await add(4, ana, { expires_at: at(60), seen_at: at(10) });
  const isFound = async (seconds: number, idleSince: number) => {
    const rows = await findSessionRows(sql, hashOf(4), at(seconds), at(idleSince));
    const listed = await listSessions(sql, ana, at(seconds), at(idleSince));
    return [rows.length > 0, listed.length > 0];
  };
  assert.deepEqual(await isFound(59, 9), [true, true]);
  assert.deepEqual(await isFound(60, 9), [false, false]);
  assert.deepEqual(await isFound(59, 10), [false, false]);
});

test('touching a session updates one row, never moves the time back, and skips an unchanged time', async () => {
  await add(4, ana);
  await add(5, ana);
  const seen = async () =>
    (await readRows(sql, 'platform', 'console_sessions', ['id', 'seen_at']))
      .map((row) => `${String(row['id']).slice(-1)} ${String(row['seen_at'])}`)
      .toSorted();
  const versions = () => sql`select id, ctid::text from platform.console_sessions order by id`;
  await touchSession(sql, idOf(4), at(5));
  const after = [`4 ${at(5).toISOString()}`, `5 ${now.toISOString()}`];
  assert.deepEqual(await seen(), after);
  await touchSession(sql, idOf(4), at(3));
  assert.deepEqual(await seen(), after);
  const before = await versions();
  await touchSession(sql, idOf(4), at(5));
  assert.deepEqual(await versions(), before);
});

test('raising a session replaces the token and extends the expiry once', async () => {
  await add(4, ana, { stage: 'check', expires_at: at(60) });
  await add(5, ana, { stage: 'check', expires_at: at(60) });
  const raise = (digit: number, token: string, factorAt: Date | null, seconds: number) =>
    within((tx) =>
      raiseSession(tx, idOf(digit), { tokenHash: Buffer.from(token), factorAt, expiresAt: at(seconds) }),
    );
  const sessions = async () =>
    (
      await readRows(sql, 'platform', 'console_sessions', [
        'id',
        'token_hash',
        'stage',
        'factor_at',
        'expires_at',
      ])
    ).toSorted((one, other) => String(one['id']).localeCompare(String(other['id'])));
  const untouched = {
    id: idOf(5),
    token_hash: hexOf(hashOf(5)),
    stage: 'check',
    expires_at: at(60).toISOString(),
  };
  const raised = (token: string, factorAt: Date) => ({
    id: idOf(4),
    token_hash: hexOf(Buffer.from(token)),
    stage: 'full',
    factor_at: factorAt.toISOString(),
    expires_at: at(900).toISOString(),
  });
  assert.equal(await raise(4, 'first', at(1), 900), true);
  assert.deepEqual(await sessions(), [raised('first', at(1)), untouched]);
  assert.equal(await raise(4, 'second', at(2), 1800), true);
  assert.deepEqual(await sessions(), [raised('second', at(2)), untouched], 'the time is not extended again');
  assert.equal(await raise(4, 'third', null, 1800), true);
  assert.deepEqual(await sessions(), [raised('third', at(2)), untouched], 'nor forgets the factor');
  assert.equal(await raise(6, 'fourth', now, 900), false);
  assert.deepEqual(await sessions(), [raised('third', at(2)), untouched]);
});

test('sessions of a person are listed by last use, at most 100', async () => {
  await add(5, ana, { seen_at: at(1) });
  await add(6, bea, { seen_at: at(9) });
  await add(7, ana, { seen_at: at(3) });
  await add(4, ana, { seen_at: at(1) });
  await add(8, ana, { seen_at: at(2), stage: 'check', address: '192.0.2.1', user_agent: 'Firefox' });
  const listed = await listSessions(sql, ana, now, hourAgo);
  assert.equal(digitsOf(listed), '7845');
  assert.deepEqual(
    { ...listed[1] },
    {
      id: idOf(8),
      stage: 'check',
      created_at: now,
      seen_at: at(2),
      address: '192.0.2.1',
      user_agent: 'Firefox',
    },
  );
  assert.equal(digitsOf(await listSessions(sql, bea, now, hourAgo)), '6');
  await sql`
    insert into platform.console_sessions
      (id, token_hash, person_id, stage, form_token, created_at, expires_at, seen_at, address, user_agent)
    select gen_random_uuid(), int4send(n), ${ana}, 'full', '', ${now}, ${at(60)}, ${now}, '', ''
    from generate_series(1, 100) n`;
  assert.equal((await listSessions(sql, ana, now, hourAgo)).length, 100);
});

test('expired sessions are deleted oldest first in batches, and locked ones are skipped', async () => {
  for (const [digit, seconds] of [
    [4, -1],
    [5, 0],
    [6, -3],
    [7, -2],
  ] as const)
    await add(digit, ana, { expires_at: at(seconds) });
  assert.equal(await deleteSessionsBefore(sql, now, 1), 1);
  assert.equal(await kept(), '457');
  await within(async (tx) => {
    await tx`select from platform.console_sessions where id = ${idOf(7)} for update`;
    assert.equal(await deleteSessionsBefore(sql, now, 9), 1);
  });
  assert.equal(await kept(), '57');
  assert.equal(await deleteSessionsBefore(sql, now, 9), 1);
  assert.equal(await kept(), '5');
});

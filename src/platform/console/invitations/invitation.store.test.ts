import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { insertConsolePerson } from '../../../../test/support/console-rows.ts';
import { useTestSql } from '../../../../test/support/database.ts';
import { countLocked } from '../../../../test/support/row-locks.ts';
import { hexOf, idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { newId } from '../../ids.ts';
import type { Tx } from '../../postgres/client/database.ts';
import {
  acceptInvitationRow,
  countSent,
  findInvitationByToken,
  insertInvitation,
  listInvitations,
  lockInvitation,
  renewInvitation,
  withdrawInvitationRow,
} from './invitation.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const owner = idOf(1);

before(() => insertConsolePerson(sql, owner, 'Ana', now));
beforeEach(() => sql`delete from platform.invitations`);

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => sql.begin(work);
const tokenOf = (digit: number) => Buffer.from(`token ${digit}`);
const rowOf = (digit: number, fields: object = {}) => ({
  id: idOf(digit),
  token_hash: hexOf(tokenOf(digit)),
  email: `Guest${digit}`,
  email_key: `guest${digit}`,
  kind: 'psp',
  organisation: '7',
  role: 'viewer',
  invited_by: owner,
  created_at: now.toISOString(),
  sent_at: now.toISOString(),
  expires_at: at(60).toISOString(),
  ...fields,
});
/** Inserts a pending invitation of PSP 7 that expires in a minute. */
const add = (digit: number, fields: object = {}) =>
  insertRow(sql, 'platform', 'invitations', rowOf(digit, fields));
const invitations = async () =>
  (await readRows(sql, 'platform', 'invitations')).toSorted((one, other) =>
    String(one['id']).localeCompare(String(other['id'])),
  );
const digitOf = (row: { id: string } | undefined) => row?.id.slice(-1);
const time = (seconds: number) => at(seconds).toISOString();

test('an address has one pending invitation per organisation, until it is accepted or withdrawn', async () => {
  const invite = (digit: number, fields: object = {}) =>
    within((tx) =>
      insertInvitation(tx, {
        id: idOf(digit),
        tokenHash: tokenOf(digit),
        email: 'Guest@example.com',
        emailKey: 'guest@example.com',
        kind: 'psp',
        organisation: '7',
        role: 'finance',
        invitedBy: owner,
        now,
        expiresAt: at(60),
        ...fields,
      }),
    );
  assert.equal(await invite(2), true);
  assert.deepEqual(await invitations(), [
    rowOf(2, { email: 'Guest@example.com', email_key: 'guest@example.com', role: 'finance' }),
  ]);
  assert.equal(await invite(3), false);
  assert.equal((await invitations()).length, 1);
  assert.equal(await invite(4, { emailKey: 'other@example.com' }), true);
  assert.equal(await invite(5, { organisation: '8' }), true);
  assert.equal(await invite(6, { kind: 'shop' }), true);
  await sql`update platform.invitations set accepted_at = ${now} where id = ${idOf(2)}`;
  assert.equal(await invite(7), true);
  await sql`update platform.invitations set withdrawn_at = ${now} where id = ${idOf(7)}`;
  assert.deepEqual([await invite(8), await invite(9)], [true, false]);
});

test('pending invitations of an organisation are listed by creation, including expired ones, at most 200', async () => {
  await add(4, { created_at: at(1) });
  await add(3, { created_at: at(1) });
  await add(5, { expires_at: at(-60) });
  await add(6, { accepted_at: now });
  await add(7, { withdrawn_at: now });
  await add(8, { organisation: '8' });
  await add(9, { kind: 'shop' });
  const listed = await listInvitations(sql, 'psp', '7');
  assert.deepEqual(listed.map(digitOf), ['5', '3', '4']);
  assert.deepEqual(
    { ...listed[0] },
    {
      id: idOf(5),
      email: 'Guest5',
      email_key: 'guest5',
      kind: 'psp',
      organisation: '7',
      role: 'viewer',
      sent_at: now,
      expires_at: at(-60),
    },
  );
  await sql`
    insert into platform.invitations
      (id, token_hash, email, email_key, kind, organisation, role, invited_by, created_at, sent_at, expires_at)
    select gen_random_uuid(), int4send(n), n::text, n::text, 'psp', '7', 'viewer', ${owner}, ${now}, ${now}, ${now}
    from generate_series(1, 200) n`;
  assert.equal((await listInvitations(sql, 'psp', '7')).length, 200);
});

test('mails of an organisation since a time are counted, also for accepted and withdrawn invitations', async () => {
  await add(2, { sent_at: at(1) });
  await add(3, { sent_at: at(1), accepted_at: at(2) });
  await add(4, { sent_at: at(1), withdrawn_at: at(2) });
  await add(5, { sent_at: now });
  await add(6, { sent_at: at(1), organisation: '8' });
  await add(7, { sent_at: at(1), kind: 'shop' });
  const sent = (kind: string, organisation: string) => within((tx) => countSent(tx, kind, organisation, now));
  assert.deepEqual(
    [await sent('psp', '7'), await sent('psp', '8'), await sent('shop', '7'), await sent('shop', '8')],
    [3, 1, 1, 0],
  );
});

test('a pending invitation is locked only for its own organisation', async () => {
  for (const [digit, fields] of [
    [2, {}],
    [3, {}],
    [4, { accepted_at: now }],
    [5, { withdrawn_at: now }],
  ] as const)
    await add(digit, fields);
  const lock = (digit: number, kind = 'psp', organisation = '7') =>
    within((tx) => lockInvitation(tx, idOf(digit), kind, organisation));
  const found = await Promise.all([2, 3, 4, 5, 6].map(async (digit) => digitOf(await lock(digit))));
  assert.deepEqual(found, ['2', '3', undefined, undefined, undefined]);
  assert.deepEqual([await lock(2, 'shop'), await lock(2, 'psp', '8')], [undefined, undefined]);
  const locked = await countLocked(sql, 'platform', 'invitations', (tx) =>
    lockInvitation(tx, idOf(2), 'psp', '7'),
  );
  assert.equal(locked, 1);
});

test('a token finds its pending invitation until it expires', async () => {
  for (const [digit, fields] of [
    [2, {}],
    [3, {}],
    [4, { accepted_at: now }],
    [5, { withdrawn_at: now }],
  ] as const)
    await add(digit, fields);
  const found = async (digit: number, seconds = 59) =>
    digitOf(await findInvitationByToken(sql, tokenOf(digit), at(seconds)));
  assert.deepEqual(await Promise.all([2, 3, 4, 5, 6].map((digit) => found(digit))), [
    '2',
    '3',
    undefined,
    undefined,
    undefined,
  ]);
  assert.equal(await found(2, 60), undefined);
});

test('accepting an invitation works once, before it expires, and changes no other', async () => {
  await add(2);
  await add(3);
  await add(4, { withdrawn_at: time(0) });
  const accept = async (digit: number, seconds: number) =>
    digitOf(await within((tx) => acceptInvitationRow(tx, tokenOf(digit), at(seconds))));
  assert.equal(await accept(2, 60), undefined);
  assert.equal(await accept(4, 5), undefined);
  assert.equal(await accept(5, 5), undefined);
  assert.deepEqual(await invitations(), [rowOf(2), rowOf(3), rowOf(4, { withdrawn_at: time(0) })]);
  assert.equal(await accept(2, 59), '2');
  assert.equal(await accept(2, 58), undefined);
  assert.deepEqual(await invitations(), [
    rowOf(2, { accepted_at: time(59) }),
    rowOf(3),
    rowOf(4, { withdrawn_at: time(0) }),
  ]);
});

test('renewing or withdrawing one invitation does not change the others', async () => {
  for (const digit of [2, 3, 4]) await add(digit);
  await within((tx) => renewInvitation(tx, idOf(2), Buffer.from('new'), at(5), at(90)));
  await within((tx) => withdrawInvitationRow(tx, idOf(3), at(6)));
  assert.deepEqual(await invitations(), [
    rowOf(2, { token_hash: hexOf(Buffer.from('new')), sent_at: time(5), expires_at: time(90) }),
    rowOf(3, { withdrawn_at: time(6) }),
    rowOf(4),
  ]);
  await within((tx) => withdrawInvitationRow(tx, newId(), at(6)));
  assert.equal((await listInvitations(sql, 'psp', '7')).length, 2);
});

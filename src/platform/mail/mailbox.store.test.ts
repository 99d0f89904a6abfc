import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { idOf } from '../../../test/support/table-rows.ts';
import { findMail, insertMail, listMail } from './mailbox.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');

beforeEach(() => sql`delete from platform.mailbox`);

const add = (digit: number, to: string, html?: string) =>
  insertMail(
    sql,
    idOf(digit),
    { to, subject: `Subject ${digit}`, text: `Text ${digit}`, ...(html !== undefined && { html }) },
    now,
  );
const listed = async (recipient: string | undefined, limit = 9) =>
  (await listMail(sql, recipient, limit)).map(({ id }) => id.slice(-1)).join('');

test('finds a mail by id as it was sent, with or without HTML', async () => {
  await add(1, 'ana@example.com', '<p>');
  await add(2, 'bea@example.com');
  const mail = (digit: number, recipient: string, html: string | null) => ({
    id: idOf(digit),
    recipient,
    subject: `Subject ${digit}`,
    text_body: `Text ${digit}`,
    html_body: html,
    headers: {},
    received_at: now,
  });
  assert.deepEqual({ ...(await findMail(sql, idOf(1))) }, mail(1, 'ana@example.com', '<p>'));
  assert.deepEqual({ ...(await findMail(sql, idOf(2))) }, mail(2, 'bea@example.com', null));
  assert.equal(await findMail(sql, idOf(3)), undefined);
});

test('a repeated mail keeps its first content', async () => {
  await add(1, 'ana@example.com');
  await add(1, 'bea@example.com');
  assert.equal((await findMail(sql, idOf(1)))?.recipient, 'ana@example.com');
});

test('lists mails newest first, up to a limit, of all recipients or of one regardless of case', async () => {
  await add(2, 'Ana@example.com');
  await add(4, 'bea@example.com');
  await add(1, 'ana@example.com');
  await add(3, 'ANA@example.com');
  assert.deepEqual([await listed(undefined), await listed(undefined, 2)], ['4321', '43']);
  assert.deepEqual([await listed('ana@Example.com'), await listed('ana@example.com', 2)], ['321', '32']);
  assert.deepEqual([await listed('bea@example.com'), await listed('eva@example.com')], ['4', '']);
});

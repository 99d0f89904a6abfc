import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { insertPerson } from '../../../../test/support/social-rows.ts';
import { hexOf, idOf, insertRow, readRows } from '../../../../test/support/table-rows.ts';
import { insertReport } from '../../../../test/support/talk-rows.ts';
import {
  eraseReported,
  eraseReporter,
  findChatPartner,
  findPhotoCopy,
  insertMessageCopies,
} from './report-copy.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const earlier = new Date(now.getTime() - 1);
const [ana, bia, eva] = [idOf(1), idOf(2), idOf(3)];

beforeEach(async () => {
  for (const table of ['reports', 'users']) await sql`delete from social.${sql.identifier(table)}`;
  for (const id of [ana, bia, eva]) await insertPerson(sql, id, now);
});

const words = { reason: 'r', note: 'n', reported_name: 'N', reported_about: 'A' };

/** Inserts a report with a photo and a message of each of the two; the texts are its digit followed by `1` and `2`. */
async function report(
  digit: number,
  reporter: string | null,
  reported: string | null,
  fields: object = {},
): Promise<void> {
  await insertReport(sql, idOf(digit), { reporter, reported }, now, { ...words, ...fields });
  await sql.begin((tx) =>
    insertMessageCopies(
      tx,
      idOf(digit),
      [1, 2].map((one) => ({ id: messageId(digit, one), fromReporter: one === 1, body: `${digit}${one}` })),
    ),
  );
  await insertRow(sql, 'social', 'report_photos', {
    report_id: idOf(digit),
    photo_id: idOf(digit),
    image: hexOf(Buffer.from([digit])),
  });
}
const messageId = (digit: number, one: number) => idOf(one).replace('-0000-', `-000${digit}-`);

const column = async (table: string, name: string) =>
  (await readRows(sql, 'social', table)).map((row) => String(row[name]));
const reports = () => readRows(sql, 'social', 'reports');

test('returns the copied photo of one report', async () => {
  await report(4, ana, bia);
  await report(5, ana, eva);
  const image = async (digit: number) => (await findPhotoCopy(sql, idOf(digit)))?.image;
  assert.deepEqual([await image(4), await image(5)], [Buffer.from([4]), Buffer.from([5])]);
  assert.equal(await findPhotoCopy(sql, idOf(6)), undefined);
});

test('finds the chat partner of a message’s author, regardless of which of the two reported it', async () => {
  await report(4, ana, bia);
  await report(5, ana, eva);
  await report(6, bia, eva);
  const partner = (author: string, digit: number, one: number) =>
    sql.begin((tx) => findChatPartner(tx, author, messageId(digit, one)));
  assert.deepEqual(
    [await partner(ana, 4, 1), await partner(ana, 5, 1), await partner(bia, 6, 1)],
    [bia, eva, eva],
  );
  assert.deepEqual(
    [await partner(bia, 4, 2), await partner(eva, 5, 2), await partner(eva, 6, 2)],
    [ana, ana, bia],
  );
  assert.equal(await partner(bia, 4, 1), undefined, 'message of the other user');
  assert.equal(await partner(ana, 4, 2), undefined, 'message of the other user');
  assert.equal(await partner(ana, 7, 1), undefined, 'not reported');
});

test('finds no chat partner if one of the two was erased', async () => {
  await report(4, ana, null);
  await report(5, null, bia);
  const partner = (author: string, digit: number, one: number) =>
    sql.begin((tx) => findChatPartner(tx, author, messageId(digit, one)));
  assert.deepEqual([await partner(ana, 4, 1), await partner(bia, 5, 2)], [undefined, undefined]);
});

test('erasing a user deletes the copied content about that user and closes open reports', async () => {
  await report(4, ana, bia);
  await report(5, ana, bia, { closed_at: earlier });
  await report(6, bia, eva);
  await report(7, ana, eva);
  const before = await reports();
  await sql.begin((tx) => eraseReported(tx, bia, now));
  assert.deepEqual(await column('report_messages', 'body'), ['61', '62', '71', '72']);
  assert.deepEqual(await column('report_photos', 'report_id'), [idOf(6), idOf(7)]);
  const erased = before.map((row) => {
    if (row['reported_id'] !== bia) return row;
    const { reported_id: _, reported_name: __, reported_about: ___, ...left } = row;
    return { closed_at: now.toISOString(), ...left, reason: '', note: '' };
  });
  assert.deepEqual(await reports(), erased);
});

test('erasing a reporter deletes only that user’s own words from reports', async () => {
  await report(4, ana, bia);
  await report(5, ana, eva, { closed_at: earlier });
  await report(6, bia, ana);
  await report(7, bia, eva);
  const before = await reports();
  await sql.begin((tx) => eraseReporter(tx, ana));
  assert.deepEqual(await column('report_messages', 'body'), ['42', '52', '61', '62', '71', '72']);
  assert.equal((await column('report_photos', 'report_id')).length, 4);
  const erased = before.map((row) => {
    if (row['reporter_id'] !== ana) return row;
    const { reporter_id: _, ...left } = row;
    return { ...left, reason: '', note: '' };
  });
  assert.deepEqual(await reports(), erased);
});

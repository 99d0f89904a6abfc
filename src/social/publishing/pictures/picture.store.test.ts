import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { useTestSql } from '../../../../test/support/database.ts';
import { findCopy, forgetCopies, keepCopy } from './picture.store.ts';

const sql = await useTestSql();
const now = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(now.getTime() + ms);

beforeEach(() => sql`delete from social.picture_copies`);

const keep = (link: string, image: string | null, ms = 0) =>
  keepCopy(sql, {
    linkHash: Buffer.from(link),
    image: image === null ? null : Buffer.from(image),
    now: at(ms),
  });
const find = async (link: string) => {
  const copy = await findCopy(sql, Buffer.from(link));
  return copy && { image: copy.image?.toString() ?? null, tried_at: copy.tried_at };
};

test('a copy belongs to its link, and a later failure keeps it', async () => {
  await keep('a', 'A');
  await keep('b', null);
  assert.deepEqual(await find('a'), { image: 'A', tried_at: now });
  assert.deepEqual(await find('b'), { image: null, tried_at: now });
  assert.equal(await find('c'), undefined);
  await keep('a', null, 1);
  assert.deepEqual(await find('a'), { image: 'A', tried_at: at(1) });
  await keep('a', 'new', 2);
  await keep('b', 'B', 2);
  assert.deepEqual(await find('a'), { image: 'new', tried_at: at(2) });
  assert.deepEqual(await find('b'), { image: 'B', tried_at: at(2) });
});

test('deletes old copies up to the limit', async () => {
  await keep('young', 'y');
  for (const link of ['a', 'b', 'c']) await keep(link, link, -1);
  const left = async () => {
    const rows = await sql<{ link: Buffer }[]>`
      select link_hash as link from social.picture_copies order by link_hash`;
    return rows.map(({ link }) => link.toString());
  };
  assert.equal(await forgetCopies(sql, now, 2), 2);
  assert.equal((await left()).length, 2);
  assert.equal(await forgetCopies(sql, now, 9), 1);
  assert.deepEqual(await left(), ['young']);
});

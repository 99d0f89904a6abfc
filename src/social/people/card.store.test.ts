import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useTestSql } from '../../../test/support/database.ts';
import { insertPerson } from '../../../test/support/social-rows.ts';
import { idOf, insertRow } from '../../../test/support/table-rows.ts';
import { findCards } from './card.store.ts';

const sql = await useTestSql();

const now = new Date('2026-03-01T12:00:00Z');
const soon = new Date(now.getTime() + 1);
/** An id between those of the other people, so that it is the low id of some pairs and the high id of others. */
const me = idOf(5);
const sources = {
  baseUrl: '',
  now,
  today: '2026-03-01',
  photoQuery: '',
  showsLinks: true,
  viewer: { id: me, byDefault: 'everyone' },
} as const;

test('returns cards in the requested order, without deleted, suspended or blocked users', async () => {
  for (let digit = 0; digit <= 9; digit += 1) await insertPerson(sql, idOf(digit), now);
  const pair = (digit: number, fields: object) => {
    const [low, high] = [me, idOf(digit)].toSorted();
    return insertRow(sql, 'social', 'pairs', { low_id: low, high_id: high, ...fields });
  };
  await pair(1, { low_blocked_until: soon });
  await pair(2, { high_blocked_until: soon });
  await pair(3, { low_blocked_until: now, high_blocked_until: now });
  await pair(7, { low_blocked_until: now, high_blocked_until: now, combined_at: now });
  await pair(8, { low_blocked_until: soon });
  await pair(9, { high_blocked_until: soon });
  await sql`update social.users set deleted_at = ${now} where id = ${idOf(0)}`;
  await sql`update social.users set suspended_until = ${soon} where id = ${idOf(4)}`;
  await sql`update social.users set suspended_until = ${now} where id = ${idOf(6)}`;
  const asked = [9, 8, 7, 6, 0, 1, 2, 3, 4].map(idOf);
  const found = await findCards(sql, asked, sources);
  assert.deepEqual(
    found.map(({ card }) => card.id.slice(-1)),
    ['7', '6', '3'],
  );
});

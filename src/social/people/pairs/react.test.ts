import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSocialApp } from '../../../../test/support/app.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { openPeople, type Person } from '../../../../test/support/social-people.ts';

const pairs = Number(process.env['PRACA_TEST_PAIRS'] ?? 250);
const atOnce = 125;

test(`${pairs} pairs with concurrent mutual likes make ${pairs} combinations, and each side is notified once`, async () => {
  const database = await createTestDatabase();
  const settings = { DATABASE_POOL: '8', LOG_LEVEL: 'warn' };
  const [one, two] = await Promise.all([
    openSocialApp({ database, settings }),
    openSocialApp({ database, settings }),
  ]);
  try {
    const created = await (await openPeople(one)).create(pairs * 2);
    const like = async (process: typeof one, who: Person, whom: Person): Promise<string> =>
      (
        await process.app.inject({
          method: 'POST',
          url: `/social/user/like/${whom.id}`,
          headers: who.headers,
        })
      ).json<{ comStatus: string }>().comStatus;
    const outcomes = new Map<string, number>();
    for (let at = 0; at < pairs; at += atOnce) {
      const batch = Array.from({ length: Math.min(atOnce, pairs - at) }, (_, index) => at + index);
      const answers = await Promise.all(
        batch.map(async (index) => {
          const [ana, bia] = [created[index * 2] as Person, created[index * 2 + 1] as Person];
          return (await Promise.all([like(one, ana, bia), like(two, bia, ana)])).toSorted().join(' ');
        }),
      );
      for (const answer of answers) outcomes.set(answer, (outcomes.get(answer) ?? 0) + 1);
    }
    assert.deepEqual([...outcomes], [['combined liked', pairs]], 'exactly one of the two likes combines');
    const [combined] = await one.sql<{ count: number }[]>`
      select count(*)::int from social.pairs where combined_at is not null`;
    assert.equal(combined?.count, pairs);
    const told = await one.sql<{ times: number; users: number }[]>`
      select times, count(*)::int as users
      from (select count(*)::int as times from social.updates where kind = 'combination' group by user_id) counted
      group by times`;
    assert.deepEqual([...told], [{ times: 1, users: pairs * 2 }]);
  } finally {
    await one.close();
    await two.close();
    await database.drop();
  }
});

test('concurrent repeats of both likes notify each side only once', async () => {
  const praca = await openSocialApp({ settings: { DATABASE_POOL: '8', LOG_LEVEL: 'warn' } });
  try {
    const count = 50;
    const created = await (await openPeople(praca)).create(count * 2);
    const like = (who: Person, whom: Person) =>
      praca.app.inject({ method: 'POST', url: `/social/user/like/${whom.id}`, headers: who.headers });
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const [ana, bia] = [created[index * 2] as Person, created[index * 2 + 1] as Person];
        const answers = await Promise.all([1, 2, 3].flatMap(() => [like(ana, bia), like(bia, ana)]));
        for (const answer of answers) assert.equal(answer.statusCode, 200);
      }),
    );
    const told = await praca.sql<{ times: number; users: number }[]>`
      select times, count(*)::int as users
      from (select count(*)::int as times from social.updates where kind = 'combination' group by user_id) counted
      group by times`;
    assert.deepEqual([...told], [{ times: 1, users: count * 2 }]);
  } finally {
    await praca.close();
  }
});

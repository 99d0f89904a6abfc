import { isId } from '../../../platform/ids.ts';
import { decodeCursor, encodeCursor, idPattern, timePattern } from '../../access/paging/cursor.rules.ts';
import type { Card } from '../../people/load-cards.ts';
import { dayOf } from '../../people/person.rules.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { endBlock, findBlocks } from './block.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export interface BlockPage {
  items: (Card & { blocked_until: string | null })[];
  next: string | undefined;
}

const dayMs = 86_400_000;

/** End of a permanent block in a cursor. No other block ends later. */
const forGood = '9999-12-31T23:59:59.999Z';

/** Lists the users that a user has blocked. The cards identify the person but show neither photos nor events. */
export async function listBlocks(
  context: SocialContext,
  userId: string,
  page: { limit?: number | undefined; cursor?: string | undefined; endsWithin?: number | undefined },
): Promise<BlockPage> {
  const limit = page.limit ?? 50;
  const [until, otherId] =
    page.cursor === undefined ? [] : decodeCursor(page.cursor, [timePattern, idPattern]);
  const before =
    until === undefined || otherId === undefined
      ? undefined
      : { until: until === forGood ? 'infinity' : until, otherId };
  const now = context.clock.now();
  const endsBy =
    page.endsWithin === undefined ? undefined : new Date(now.getTime() + page.endsWithin * dayMs);
  const rows = await findBlocks(context.sql, userId, { before, endsBy, now, today: dayOf(now), limit });
  const last = rows.at(-1);
  return {
    items: rows.map((row) => {
      const portrait = `${context.baseUrl}/portraits/${row.otherId}.svg`;
      return {
        name: row.name,
        id: row.otherId,
        photoQty: 0,
        local: row.local,
        age: row.age,
        parties: [],
        isCombination: 0,
        image: portrait,
        thumb: portrait,
        blocked_until: row.until?.toISOString() ?? null,
      };
    }),
    next:
      last && rows.length === limit
        ? encodeCursor([last.until?.toISOString() ?? forGood, last.otherId])
        : undefined,
  };
}

/** Ends the user’s block. The result is the same if the other user is not blocked, deleted or unknown. */
export async function unblockUser(context: SocialContext, userId: string, given: string): Promise<void> {
  if (!isId(given)) throw problem('not_found', { say: socialWords.noSuchUser });
  const otherId = given.toLowerCase();
  if (otherId === userId) throw problem('own_user');
  await endBlock(context.sql, userId, otherId);
}

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'node:test';
import { mergeActs } from './list-acts.ts';

test('merging several lists keeps the order and returns each row once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uniqueArray(fc.uuid({ version: 7 }), { maxLength: 20 }), { maxLength: 4 }),
      fc.integer({ min: 1, max: 7 }),
      (lists, limit) => {
        const sorted = (ids: readonly string[]): string[] => [...new Set(ids)].toSorted().toReversed();
        const seen: string[] = [];
        for (let below = 'g'; ;) {
          const pages = lists.map((ids) =>
            sorted(ids)
              .filter((id) => id < below)
              .slice(0, limit)
              .map((id) => ({ id })),
          );
          const page = mergeActs(pages, limit);
          if (page.length === 0) break;
          assert.ok(page.length <= limit);
          seen.push(...page.map(({ id }) => id));
          below = page.at(-1)?.id ?? '';
        }
        assert.deepEqual(seen, sorted(lists.flat()));
      },
    ),
  );
});

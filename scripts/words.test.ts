import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWords, MOST_INDIRECT, perTenThousand, proseOf, readProse } from './words.ts';
import { root } from './checks/tool.ts';

test(`comments and Markdown have at most ${MOST_INDIRECT} indirect words per 10 000`, () => {
  const count = countWords(readProse(root));
  assert.ok(count.words > 50_000, `only ${count.words} words were read`);
  const figure = perTenThousand(count);
  assert.ok(figure <= MOST_INDIRECT, `${figure.toFixed(1)} per 10 000 words:\n${count.indirect.join('\n')}`);
});

test('finds indirect words in comments and pages, and not in code', () => {
  const source = [
    '/** Whoever pays twice is refunded. */',
    "const nobody = 'somebody'; // No more than five, and anew.",
    '// Sends no more requests.',
  ].join('\n');
  const { indirect, words } = countWords([
    { path: 'a.ts', text: proseOf('a.ts', source) },
    { path: 'b.md', text: proseOf('b.md', 'A page for nobody, see `whoever`.\n```\nlikewise\n```\n') },
    { path: 'c.sql', text: proseOf('c.sql', "select 'anybody'; -- Whatever the node says.\n") },
  ]);
  assert.deepEqual(
    indirect.map((one) => one.split(' in: ')[0]),
    ['a.ts: "Whoever"', 'a.ts: "anew"', 'a.ts: "no more"', 'b.md: "nobody"', 'c.sql: "Whatever"'],
  );
  assert.equal(words, 25);
});

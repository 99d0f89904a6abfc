import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** By all rules of axe, or by those that are named; and nothing is wider than the screen. */
export async function assertAccessible(page: Page, where = '', rules?: string[]): Promise<void> {
  // A page that was looked at before has it already: to read it takes longer than most looks.
  for (const frame of page.frames())
    if ((await frame.evaluate('typeof axe')) === 'undefined') await frame.evaluate(await axe);
  // What is half faded in has half of its contrast.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished.catch(() => {})))`);
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  const found = await page.evaluate<string[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  );
  assert.ok(found.length === 0, `not for everybody ${where}\n${found.join('\n')}`);
  await assertFits(page, where);
}

export async function assertFits(page: Page, where = ''): Promise<void> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  assert.equal(overflow, false, `nothing is wider than the screen ${where}`);
}

import assert from 'node:assert/strict';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** By all rules of axe, or by those that are named; and nothing is wider than the screen. */
export async function assertAccessible(page: Page, where = '', rules?: string[]): Promise<void> {
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) })
    // Otherwise each look opens one more page, to put together what was found in several frames.
    .setLegacyMode(page.frames().length === 1);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  assert.ok(found.length === 0, `not for everybody ${where}\n${found.join('\n')}`);
  await assertFits(page, where);
}

export async function assertFits(page: Page, where = ''): Promise<void> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  assert.equal(overflow, false, `nothing is wider than the screen ${where}`);
}

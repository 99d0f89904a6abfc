import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Marks the texts whose contrast axe checks, because a check of all texts takes longer than all other rules together.
 * Texts are grouped by everything that affects contrast. Three per group are marked, and none of a group that passed
 * before. Returns the keys of the checked groups. If a text overlaps another element and its background is transparent,
 * its contrast cannot be known from its ancestors, so its group is never returned.
 */
const markTexts = `((known) => {
  const chains = new Map();
  const chainOf = (element) => {
    if (element === null) return '';
    if (!chains.has(element)) {
      const { backgroundColor, backgroundImage, opacity, filter, position, bottom, transform } = getComputedStyle(element);
      const ground = [backgroundColor, backgroundImage, opacity, filter].join(' ');
      const isThrough = !/^rgb\\(/.test(backgroundColor) || opacity !== '1' || filter !== 'none';
      // A sticky element is at its normal position until the page is scrolled.
      const isLow = position === 'sticky' && (scrollY > 0 || bottom !== 'auto');
      const isOver = /^(?:absolute|fixed)$/.test(position) || transform !== 'none' || isLow;
      const lies = isOver && isThrough ? ' over ' + chains.size : '';
      const own = ground === 'rgba(0, 0, 0, 0) none 1 none' && lies === '' ? '' : ' / ' + ground + lies;
      chains.set(element, chainOf(element.parentElement) + own);
    }
    return chains.get(element);
  };
  const hasText = ({ childNodes }) =>
    [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '');
  const kinds = new Map();
  for (const element of [document.body, ...document.body.querySelectorAll('*')]) {
    element.removeAttribute('data-look');
    const isField = element.matches('input, textarea, select');
    if (!(isField || hasText(element)) || !element.checkVisibility()) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const isOff = element.closest(':disabled, [aria-disabled=true]') !== null;
    const kind = [isField, isOff, color, fontSize, fontWeight, textShadow, chainOf(element)].join();
    kinds.set(kind, [...(kinds.get(kind) ?? []), element]);
  }
  for (const kind of known) kinds.delete(kind);
  for (const [kind, alike] of kinds)
    for (const at of [0, alike.length >> 1, alike.length - 1]) {
      alike[at].setAttribute('data-look', '');
      alike[at].kindOfText = kind;
    }
  return [...kinds.keys()].filter((kind) => !kind.includes(' over '));
})`;

const onlyMarked = `axe.configure({ rules: [{ id: 'color-contrast', selector: '[data-look]' }] })`;

/** Groups without a contrast fault on any page so far. The design has few groups. */
const knownKinds = new Set<string>();

/** Checks all rules of axe, or the given ones, and that nothing is wider than the screen. */
export async function assertAccessible(page: Page, where = '', rules?: string[]): Promise<void> {
  // Loads axe only once per page, because loading takes longer than most checks.
  for (const frame of page.frames())
    if ((await frame.evaluate('typeof axe')) === 'undefined')
      await frame.evaluate(`${await axe}\n${onlyMarked}`);
  // A text that is still fading in has a lower contrast.
  await page.evaluate(`Promise.all(document.getAnimations()
    .filter((animation) => animation.effect.getComputedTiming().endTime !== Infinity)
    .map((animation) => animation.finished.catch(() => {})))`);
  const known = JSON.stringify([...knownKinds]);
  const looks = page.frames().map((frame) => frame.evaluate<string[]>(`${markTexts}(${known})`));
  const looked = (await Promise.all(looks)).flat();
  const options: RunOptions = {
    resultTypes: ['violations', 'incomplete'],
    elementRef: true,
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  const { found, unsure } = await page.evaluate<{ found: string[]; unsure: (string | null)[] }>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations, incomplete }) => ({
      found: violations.map(({ id, nodes }) => id + ': ' + nodes[0].html),
      unsure: incomplete.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) =>
        nodes.map(({ element }) => element?.kindOfText ?? null)),
    }))`,
  );
  assert.ok(found.length === 0, `accessibility faults ${where}\n${found.join('\n')}`);
  // Covered texts and texts of other frames were not checked.
  const isSeen = (kind: string): boolean => !unsure.includes(kind) && !unsure.includes(null);
  if (!rules || rules.includes('color-contrast'))
    for (const kind of looked.filter(isSeen)) knownKinds.add(kind);
  await assertFits(page, where);
}

/** An open page adapts to both width and colours, so it is loaded once for both screens. */
export const screens = [
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const;

export async function showOn(page: Page, { width, colorScheme }: (typeof screens)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 780 });
}

/** Checks the page on a wide light screen and on a narrow dark one. */
export async function assertAccessibleOnScreens(page: Page, where = ''): Promise<void> {
  for (const screen of screens) {
    await showOn(page, screen);
    await assertAccessible(page, `${where} at ${screen.width}`);
  }
  await assertFitsTablet(page, where);
}

/** At this width a table has the least room for its columns. */
export async function assertFitsTablet(page: Page, where = ''): Promise<void> {
  await page.setViewportSize({ width: 768, height: 780 });
  await assertFits(page, `${where} at 768`);
}

/** Finds names in the navigation bar that are cut off, and one-word headings of more than one line. */
const wordsCut = `[
  ...[...document.querySelectorAll('.bar a > span:last-child')].filter((name) => name.scrollWidth > name.clientWidth),
  ...[...document.querySelectorAll('main h1')].filter((heading) =>
    !/\\s/.test(heading.textContent) &&
    heading.getBoundingClientRect().height > 1.5 * parseFloat(getComputedStyle(heading).lineHeight)),
].map((element) => element.textContent)`;

/** Checks text at twice the size on a phone. */
export async function assertFitsLargeLetters(page: Page, where = ''): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate("document.documentElement.style.fontSize = '200%'");
  const widths = await page.evaluate<number[]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  const cut = await page.evaluate<string[]>(wordsCut);
  await page.evaluate("document.documentElement.style.fontSize = ''");
  if (before) await page.setViewportSize(before);
  assert.equal(widths[0], widths[1], `the page with large text is wider than the screen ${where}`);
  assert.deepEqual(cut, [], `large text cuts words of the bar or a heading ${where}`);
}

export async function assertFits(page: Page, where = ''): Promise<void> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  assert.equal(overflow, false, `the page is wider than the screen ${where}`);
  const cut = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.table')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((table) => table.getAttribute('aria-label'))`,
  );
  assert.deepEqual(cut, [], `no table is wider than its place ${where}`);
}

/** Counts the distinguishable colours of these elements in forced-colours mode. */
export async function countForcedColours(
  page: Page,
  selector: string,
  { of = 'background-color', pseudo = '' } = {},
): Promise<number> {
  await page.emulateMedia({ forcedColors: 'active' });
  // Waits for colour transitions.
  const colours = await page.evaluate<number>(
    `Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))).then(() =>
      new Set([...document.querySelectorAll('${selector}')].map((one) =>
        getComputedStyle(one, '${pseudo}').getPropertyValue('${of}'))).size)`,
  );
  await page.emulateMedia({ forcedColors: 'none' });
  return colours;
}

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * Marks texts whose contrast is to be looked at: three of each kind that differ in nothing that it depends on, since to
 * look at the contrast of all takes longer than all other rules together; and none of a kind that is known, which are
 * its answer. What lies over something else that shines through has a ground that nobody can tell from its ancestors, and
 * is never known.
 */
const markTexts = `((known) => {
  const chains = new Map();
  const chainOf = (element) => {
    if (element === null) return '';
    if (!chains.has(element)) {
      const { backgroundColor, backgroundImage, opacity, filter, position, bottom, transform } = getComputedStyle(element);
      const ground = [backgroundColor, backgroundImage, opacity, filter].join(' ');
      const isThrough = !/^rgb\\(/.test(backgroundColor) || opacity !== '1' || filter !== 'none';
      // What sticks to the top is where it stands, as long as nothing is scrolled.
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

/** In whose contrast nothing was found, on whichever page: the design has few of them. */
const knownKinds = new Set<string>();

/** By all rules of axe, or by those that are named; and nothing is wider than the screen. */
export async function assertAccessible(page: Page, where = '', rules?: string[]): Promise<void> {
  // A page that was looked at before has it already: to read it takes longer than most looks.
  for (const frame of page.frames())
    if ((await frame.evaluate('typeof axe')) === 'undefined')
      await frame.evaluate(`${await axe}\n${onlyMarked}`);
  // What is half faded in has half of its contrast.
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
  assert.ok(found.length === 0, `not for everybody ${where}\n${found.join('\n')}`);
  // What was covered, or lies in another frame, nobody has seen.
  const isSeen = (kind: string): boolean => !unsure.includes(kind) && !unsure.includes(null);
  if (!rules || rules.includes('color-contrast'))
    for (const kind of looked.filter(isSeen)) knownKinds.add(kind);
  await assertFits(page, where);
}

/** They differ in width and colours, which an open page takes on: for both of them it is opened once. */
export const screens = [
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const;

export async function showOn(page: Page, { width, colorScheme }: (typeof screens)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 780 });
}

/** At a desk, and in the dark on a phone. */
export async function assertAccessibleOnScreens(page: Page, where = ''): Promise<void> {
  for (const screen of screens) {
    await showOn(page, screen);
    await assertAccessible(page, `${where} at ${screen.width}`);
  }
  await assertFitsTablet(page, where);
}

/** Between the two, where a table has least room for its columns. */
export async function assertFitsTablet(page: Page, where = ''): Promise<void> {
  await page.setViewportSize({ width: 768, height: 780 });
  await assertFits(page, `${where} at 768`);
}

/** The names of places that are cut off, and a heading of one word that takes more than one line. */
const wordsCut = `[
  ...[...document.querySelectorAll('.bar a > span:last-child')].filter((name) => name.scrollWidth > name.clientWidth),
  ...[...document.querySelectorAll('main h1')].filter((heading) =>
    !/\\s/.test(heading.textContent) &&
    heading.getBoundingClientRect().height > 1.5 * parseFloat(getComputedStyle(heading).lineHeight)),
].map((element) => element.textContent)`;

/** For whoever reads letters of twice the size on a phone. */
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
  assert.equal(widths[0], widths[1], `large letters make nothing wider than the screen ${where}`);
  assert.deepEqual(cut, [], `large letters cut no word of the bar and of a heading ${where}`);
}

export async function assertFits(page: Page, where = ''): Promise<void> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  );
  assert.equal(overflow, false, `nothing is wider than the screen ${where}`);
  const cut = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.table')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((table) => table.getAttribute('aria-label'))`,
  );
  assert.deepEqual(cut, [], `no table is wider than its place ${where}`);
}

/** By how many colours these can be told apart where the reader's own take the place of the page's. */
export async function countForcedColours(
  page: Page,
  selector: string,
  { of = 'background-color', pseudo = '' } = {},
): Promise<number> {
  await page.emulateMedia({ forcedColors: 'active' });
  // Once they have changed, which takes some of them a moment.
  const colours = await page.evaluate<number>(
    `Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))).then(() =>
      new Set([...document.querySelectorAll('${selector}')].map((one) =>
        getComputedStyle(one, '${pseudo}').getPropertyValue('${of}'))).size)`,
  );
  await page.emulateMedia({ forcedColors: 'none' });
  return colours;
}

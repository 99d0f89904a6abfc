import type { Browser, Page } from 'playwright-core';
import { openDatabase } from '../../src/platform/postgres/client/database.ts';
import { combine, createSomeone, openVisitor, viewports } from '../../test/support/app-visitor.ts';
import { until } from '../../test/support/app-page.ts';
import { fillChat } from '../../test/support/fill-chat.ts';
import { measureFirstVisit, slowDown, withBrowser } from '../harness/app-visit.ts';
import { median } from '../harness/latencies.ts';
import type { Measurement } from '../scenario.ts';

export const appFirstScreen: Measurement = {
  name: 'app: first screen',
  what: 'bytes transferred, without pictures, until a new visitor can sign in',
  measure: (stage) =>
    withBrowser(async (browser) => {
      const { bytes } = await measureFirstVisit(browser, (await stage.praca()).url);
      return { value: bytes / 1000, unit: 'kB', atMost: 90 };
    }),
};

const looks = 5;

export const appUsable: Measurement = {
  name: 'app: usable on a slow phone',
  what: `from the first request to a form that can be filled in, with a quarter of the processor and fast 3G; the median of ${looks}`,
  measure: (stage) =>
    withBrowser(async (browser) => {
      const { url } = await stage.praca();
      const times: number[] = [];
      for (let look = 0; look < looks; look++) {
        const { usableMs } = await measureFirstVisit(browser, url, slowDown);
        times.push(usableMs);
      }
      return { value: median(times), unit: 'ms', atMost: 1000 };
    }),
};

/** Returns the start times in milliseconds of the frames during two seconds of swiping. */
async function swipe(browser: Browser, url: string): Promise<number[]> {
  const visitor = await openVisitor(browser, url, {
    name: `swipes ${Date.now()}`,
    path: '/app/discover',
    viewport: viewports.phone,
  });
  const { page } = visitor;
  await page.locator('.slot.top h2').waitFor();
  const box = await page.locator('.slot.top').boundingBox();
  if (!box) throw new Error('There is no card to swipe.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y);
  await untilQuiet(page);
  await page.evaluate(`{
    window.frameTimes = [];
    const note = (at) => { frameTimes.push(at); requestAnimationFrame(note); };
    requestAnimationFrame(note);
  }`);
  const end = performance.now() + 2000;
  for (let step = 0; performance.now() < end; step++)
    await page.mouse.move(x + 20 + Math.sin(step / 10) * 100, y);
  const times = (await page.evaluate('frameTimes')) as number[];
  await visitor.context.close();
  return times;
}

/** Waits until late photos are rendered, which must not count as frames of the swipe. */
async function untilQuiet(page: Page): Promise<void> {
  await until(page, '[...document.images].every(({ complete }) => complete)');
  await page.waitForTimeout(1000);
}

const gapsOf = (times: readonly number[]): number[] =>
  times.slice(1).map((at, index) => at - (times[index] ?? at));

export const appFrames: Measurement = {
  name: 'app: frames while swiping',
  what: 'frames per second while a card is dragged',
  measure: (stage) =>
    withBrowser(async (browser) => {
      const times = await swipe(browser, (await stage.praca()).url);
      const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
      return { value: (times.length - 1) / seconds, unit: '/s', atLeast: 55 };
    }),
};

export const appLongestFrame: Measurement = {
  name: 'app: longest frame',
  what: 'the longest frame while a card is dragged for two seconds',
  measure: (stage) =>
    withBrowser(async (browser) => {
      const gaps = gapsOf(await swipe(browser, (await stage.praca()).url));
      return { value: Math.max(...gaps), unit: 'ms', atMost: 50 };
    }),
};

const messages = 1000;

export const appMemory: Measurement = {
  name: 'app: 1 000 messages',
  what: `what the page's code keeps in memory after ${messages} messages of a chat were scrolled through`,
  measure: (stage) =>
    withBrowser(async (browser) => {
      const praca = await stage.praca();
      const one = await openVisitor(browser, praca.url, { name: `reads ${Date.now()}`, path: '/app/me' });
      const other = await createSomeone(praca.url, `writes ${Date.now()}`);
      await combine(one, other);
      const sql = openDatabase({ connection: praca.connection, poolSize: 1, applicationName: 'praca bench' });
      await fillChat(sql, new Date(), [one.id, other.id], messages);
      await sql.end();
      const { page, context } = one;
      await page.goto(`${praca.url}/app/chat/${other.id}`);
      await until(
        page,
        `(document.querySelector('.messages')?.scrollTo({ top: -1e9 }), document.querySelectorAll('.line').length === ${messages})`,
      );
      const devtools = await context.newCDPSession(page);
      await devtools.send('HeapProfiler.collectGarbage');
      const { usedSize } = await devtools.send('Runtime.getHeapUsage');
      await context.close();
      return { value: usedSize / 1e6, unit: 'MB', atMost: 12 };
    }),
};

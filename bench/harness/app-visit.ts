import type { Browser, CDPSession, Page } from 'playwright-core';
import { openBrowser } from '../../test/support/browser.ts';
import { findChromium } from '../../test/support/chromium.ts';
import { Skipped } from '../scenario.ts';

/** Runs a measurement in a browser and closes it. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  if (findChromium() === undefined)
    throw new Skipped('There is no Chromium: install it, or set CHROMIUM to its path.');
  const browser = await openBrowser({ isWhole: true });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Simulates Chromium's "fast 3G" preset and a processor four times slower than this machine's. */
export async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1.6e6 / 8,
    uploadThroughput: 750e3 / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

export interface FirstLook {
  /** Time from the first request until the name field accepts input. */
  readonly usableMs: number;
  /** Transferred bytes until then, without pictures. */
  readonly bytes: number;
}

const phone = { width: 360, height: 740 };

/** Measures the visit of a new user. */
export async function measureFirstVisit(
  browser: Browser,
  url: string,
  prepare: (devtools: CDPSession) => Promise<void> = async () => {},
): Promise<FirstLook> {
  const context = await browser.newContext({ viewport: phone, locale: 'en', serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const sizes = await weighRequests(devtools);
    await prepare(devtools);
    // The page records the time itself: polling from outside would be late and slow it down.
    await page.addInitScript(`new MutationObserver((_, observer) => {
      if (!document.querySelector('main form input')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => { window.usableAt = performance.now(); }));
    }).observe(document, { childList: true, subtree: true })`);
    await page.goto(`${url}/app/sign-in`);
    const usableMs = await untilNumber(page, 'window.usableAt');
    return { usableMs, bytes: sizes() };
  } finally {
    await context.close();
  }
}

async function weighRequests(devtools: CDPSession): Promise<() => number> {
  const pictures = new Set<string>();
  let bytes = 0;
  await devtools.send('Network.enable');
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Image') pictures.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!pictures.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

async function untilNumber(page: Page, expression: string): Promise<number> {
  for (let tries = 0; tries < 600; tries++) {
    const found = await page.evaluate(expression);
    if (typeof found === 'number') return found;
    await page.waitForTimeout(50);
  }
  throw new Error(`The app was not usable within half a minute: ${expression}`);
}

import { chromium, type Browser } from 'playwright-core';
import { findChromium, findLeanChromium } from './chromium.ts';

const FLAGS = [
  // Chromium's sandbox does not work as root or in most containers. The browser opens only our own pages.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Long, because pages are slow on a machine under load. */
const patienceMs = 300_000;

export interface BrowserOptions {
  /** Uses the full Chromium with notifications and installable apps. */
  readonly isWhole?: boolean;
}

/** Opens a browser for one test file. The file closes it. */
export async function openBrowser({ isWhole = false }: BrowserOptions = {}): Promise<Browser> {
  const executablePath = (isWhole ? undefined : findLeanChromium()) ?? findChromium();
  if (executablePath === undefined) {
    throw new Error('There is no Chromium: install it, or set CHROMIUM to its path.');
  }
  const browser = await chromium.launch({ executablePath, args: FLAGS, timeout: patienceMs });
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(patienceMs);
    return context;
  };
  return browser;
}

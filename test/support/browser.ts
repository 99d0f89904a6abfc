import { chromium, type Browser } from 'playwright-core';
import { findChromium, findLeanChromium } from './chromium.ts';

const FLAGS = [
  // Its sandbox does not work as root nor in most containers, and it opens nothing but our own pages.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Machines under load are slow, which is no fault of the page. */
const patienceMs = 300_000;

export interface BrowserOptions {
  /** With all that a person's has: notifications, and apps that can be installed. */
  readonly isWhole?: boolean;
}

/** A browser for one test file, which closes it. */
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

import type { Browser, Page } from 'playwright-core';

export interface Customer {
  readonly page: Page;
  /** Complaints of the browser, and requests to hosts other than Praça and the shop. */
  readonly complaints: string[];
  /** Bytes of all response bodies so far, including streams. */
  readonly receivedBytes: () => number;
  /** Closes everything. A request that the test holds back is dropped. */
  leave(): Promise<void>;
}

export interface CustomerOptions {
  readonly homes: readonly string[];
  readonly language?: string;
  readonly script?: boolean;
  readonly width?: number;
  readonly dark?: boolean;
}

/** Opens a browser for a customer, with the size of a phone by default. */
export async function openCustomer(browser: Browser, options: CustomerOptions): Promise<Customer> {
  const { homes, language = 'en', script = true, width = 360, dark = false } = options;
  const context = await browser.newContext({
    viewport: { width, height: 740 },
    locale: language,
    javaScriptEnabled: script,
    colorScheme: dark ? 'dark' : 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
    // An animation of the waiting page would redraw it 60 times a second without a GPU.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith('data:') && !homes.some((home) => url.startsWith(`${home}/`)))
      complaints.push(`requested ${url}`);
  });
  let bytes = 0;
  const protocol = await context.newCDPSession(page);
  await protocol.send('Network.enable');
  protocol.on('Network.dataReceived', (event) => (bytes += event.dataLength));
  return {
    page,
    complaints,
    receivedBytes: () => bytes,
    async leave() {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
    },
  };
}

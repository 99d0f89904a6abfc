import type { Browser, Page } from 'playwright-core';

export interface Customer {
  readonly page: Page;
  /** What the browser complained of, and every request that went elsewhere than to us and the shop. */
  readonly complaints: string[];
  /** Bytes of all bodies so far, streams included. */
  readonly receivedBytes: () => number;
  /** Closes everything; a request that the test still holds back is dropped with it. */
  leave(): Promise<void>;
}

export interface CustomerOptions {
  readonly homes: readonly string[];
  readonly language?: string;
  readonly script?: boolean;
  readonly width?: number;
  readonly dark?: boolean;
}

/** Somebody with a browser, on a phone unless told otherwise. */
export async function openCustomer(browser: Browser, options: CustomerOptions): Promise<Customer> {
  const { homes, language = 'en', script = true, width = 360, dark = false } = options;
  const context = await browser.newContext({
    viewport: { width, height: 740 },
    locale: language,
    javaScriptEnabled: script,
    colorScheme: dark ? 'dark' : 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
    // What pulses while the page waits is drawn sixty times a second, by the processor.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith('data:') && !homes.some((home) => url.startsWith(`${home}/`)))
      complaints.push(`asked ${url}`);
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

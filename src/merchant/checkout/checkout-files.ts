import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

export interface CheckoutFile {
  /** Changes with the content, so that a browser may keep it for good. */
  readonly url: string;
  readonly path: string;
  readonly version: string;
  readonly type: string;
  readonly content: Buffer;
}

/** Read once: they are a few kilobytes, and a page must not wait for a disk. */
function readFile(name: string, type: string): CheckoutFile {
  const content = readFileSync(new URL(`../../../web/checkout/${name}`, import.meta.url));
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  return { url: `/pay/${name}?v=${version}`, path: `/pay/${name}`, version, type, content };
}

export const stylesheet = readFile('checkout.css', 'text/css; charset=utf-8');
export const script = readFile('checkout.js', 'text/javascript; charset=utf-8');

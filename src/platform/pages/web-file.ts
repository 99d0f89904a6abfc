import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A style sheet or script of `web/`, as it is served. */
export interface WebFile {
  /** Where this version lies: the name changes with the content, so that a browser may keep it for good. */
  readonly url: string;
  /** The route that answers it, under whichever version's name. */
  readonly route: string;
  readonly version: string;
  readonly type: string;
  readonly content: Buffer;
}

const webFolder = new URL('../../../web/', import.meta.url);

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
} as const;

/** Of one or more files of `web/`, or of a package (`file:…`), in this order. Read once: they are kilobytes, and a page must not wait for a disk. */
export function readWebFile(
  folder: string,
  name: string,
  extension: keyof typeof types,
  paths: readonly string[],
): WebFile {
  const text = paths.map((path) => readFileSync(new URL(path, webFolder), 'utf8')).join('');
  const content = Buffer.from(extension === 'css' ? shortenStyles(text) : text);
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  return {
    url: `${folder}/${name}.${version}.${extension}`,
    route: `${folder}/${name}.:version([\\w-]{12}).${extension}`,
    version,
    type: types[extension],
    content,
  };
}

/** Without what is for us alone: comments, indentation and lines. Of scripts nothing is taken, where it could matter. */
export const shortenStyles = (text: string): string =>
  text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(';}', '}')
    .trim();

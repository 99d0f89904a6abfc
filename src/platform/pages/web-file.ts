import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { makeStaticFile, type StaticFile } from '../http/representations/static-file.ts';

/** A style sheet or script of `web/`, as served. */
export interface WebFile extends StaticFile {
  /** Address of this version. It contains a hash of the content, so browsers may cache it forever. */
  readonly url: string;
  /** Route that serves the file under the name of any version. */
  readonly route: string;
  readonly version: string;
}

const webFolder = new URL('../../../web/', import.meta.url);

const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
} as const;

/**
 * Reads one or more files of `web/` or of a package (`file:…`) in this order. They are read once at start, so that
 * requests do not wait for a disk.
 */
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
    ...makeStaticFile(types[extension], content),
  };
}

/** Removes comments and redundant whitespace. Only for style sheets; scripts are served unchanged. */
export const shortenStyles = (text: string): string =>
  text
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(';}', '}')
    .trim();

import { createHash } from 'node:crypto';
import { readFileSync, globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { makeStaticFile, type StaticFile } from '../../platform/http/representations/static-file.ts';
import { shortenStyles } from '../../platform/pages/web-file.ts';
import { drawIcons } from './app-icons.ts';
import { bundleApp } from './bundle-app.ts';

export interface AppFiles {
  /** Hash of all files. It is part of their URLs, so a page loads only files of one version. */
  readonly version: string;
  /** Files served below `/app/<version>/`, by name. */
  readonly versioned: ReadonlyMap<string, StaticFile>;
  readonly icons: ReadonlyMap<string, StaticFile>;
  readonly worker: StaticFile;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const types = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  map: 'application/json',
} as const;

const made: { plain?: Promise<AppFiles>; mapped?: Promise<AppFiles> } = {};

/** Bundles the app at the first request and caches the files. After an error the next request tries again. */
export function readAppFiles({ hasSourceMaps }: { hasSourceMaps: boolean }): Promise<AppFiles> {
  const kind = hasSourceMaps ? 'mapped' : 'plain';
  return (made[kind] ??= makeAppFiles(hasSourceMaps).catch((error: unknown) => {
    delete made[kind];
    throw error;
  }));
}

async function makeAppFiles(hasSourceMaps: boolean): Promise<AppFiles> {
  const [{ files, worker }, icons] = await Promise.all([
    bundleApp(`${root}web/app`, hasSourceMaps),
    drawIcons(),
  ]);
  const texts = new Map([...files, ['app.css', readStyles()]]);
  const hash = createHash('sha256').update(worker);
  for (const [name, text] of texts) hash.update(`\0${name}\0${text}`);
  for (const [name, { content }] of icons) hash.update(`\0${name}\0`).update(content);
  const version = hash.digest('hex').slice(0, 16);
  const kept = [...texts.keys()]
    .filter((name) => !name.endsWith('.map'))
    .map((name) => `/app/${version}/${name}`);
  const head = `const version = ${JSON.stringify(version)};\nconst kept = ${JSON.stringify(kept)};\n`;
  return {
    version,
    versioned: new Map(
      [...texts].map(([name, text]) => [name, makeStaticFile(typeOf(name), Buffer.from(text))]),
    ),
    icons: new Map([...icons].map(([name, { type, content }]) => [name, makeStaticFile(type, content)])),
    worker: makeStaticFile(types.js, Buffer.from(head + worker)),
  };
}

const typeOf = (name: string): string => types[name.split('.').at(-1) as keyof typeof types];

/** Concatenates the styles: the design's first, then the app's own, then each screen's. */
const readStyles = (): string =>
  [
    'web/design/tokens.css',
    'web/design/base.css',
    'web/design/parts.css',
    'web/app/app.css',
    ...globSync('web/app/*/*.css', { cwd: root }).toSorted(),
  ]
    .map((path) => shortenStyles(readFileSync(`${root}${path}`, 'utf8')))
    .join('');

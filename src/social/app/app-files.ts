import { createHash } from 'node:crypto';
import { readFileSync, globSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { shortenStyles } from '../../platform/pages/web-file.ts';
import { drawIcons } from './app-icons.ts';
import { joinModules } from './join-modules.ts';

export interface AppFile {
  readonly type: string;
  readonly content: Buffer;
  readonly tag: string;
  /** With brotli, made when it is first asked for. */
  compressed(): Promise<Buffer>;
}

export interface AppFiles {
  /** Of all that is served: whoever has one file of a version has a whole that fits. */
  readonly version: string;
  /** Below `/app/<version>/`. */
  readonly versioned: ReadonlyMap<string, AppFile>;
  readonly icons: ReadonlyMap<string, AppFile>;
  readonly worker: AppFile;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const types = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8' } as const;
const workerPath = 'web/app/worker/service-worker.ts';
const clientPath = 'packages/client/src/index.ts';

let made: Promise<AppFiles> | undefined;

/** Read and joined once for a process, when somebody first opens the app; what failed is tried again by the next. */
export function readAppFiles(): Promise<AppFiles> {
  made ??= makeAppFiles().catch((error: unknown) => {
    made = undefined;
    throw error;
  });
  return made;
}

async function makeAppFiles(): Promise<AppFiles> {
  const scripts = joinModules({ read: readModule, resolvePackage }, 'web/app/start.ts');
  const icons = await drawIcons();
  const styles = readStyles();
  const worker = readModule(workerPath);
  const hash = createHash('sha256').update(worker);
  for (const [name, text] of [...scripts, ['app.css', styles] as const]) hash.update(`\0${name}\0${text}`);
  for (const [name, { content }] of icons) hash.update(`\0${name}\0`).update(content);
  const version = hash.digest('hex').slice(0, 16);
  const versioned = new Map(
    [...scripts].map(([name, text]) => [name, makeFile(types.js, Buffer.from(text))] as const),
  ).set('app.css', makeFile(types.css, Buffer.from(styles)));
  const kept = [...versioned.keys()].map((name) => `/app/${version}/${name}`);
  const head = `const version = ${JSON.stringify(version)};\nconst kept = ${JSON.stringify(kept)};\n`;
  return {
    version,
    versioned,
    icons: new Map([...icons].map(([name, { type, content }]) => [name, makeFile(type, content)])),
    worker: makeFile(types.js, Buffer.from(head + worker)),
  };
}

/** Those of the design first, then the app's own, then each screen's. */
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

function readModule(path: string): string {
  const text = readFileSync(path.startsWith('/') ? path : `${root}${path}`, 'utf8');
  return path.endsWith('.ts') ? stripTypeScriptTypes(text) : text;
}

const resolvePackage = (name: string): string =>
  name === '@praca/client' ? clientPath : fileURLToPath(import.meta.resolve(name));

const brotli = promisify(brotliCompress);

function makeFile(type: string, content: Buffer): AppFile {
  let coming: Promise<Buffer> | undefined;
  return {
    type,
    content,
    tag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`,
    compressed: () =>
      (coming ??= brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } })),
  };
}

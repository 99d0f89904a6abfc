import { posix } from 'node:path';

export const SERVICES = ['merchant', 'accounts', 'social'];

/** What a file inside a feature is, told by the last part of its name; without one it is an operation. */
export const LAYERS = ['routes', 'schemas', 'rules', 'store', 'jobs', 'page', 'commands'];

/** What may lie in a service's own folder, under the service's name. */
export const SERVICE_LEVEL = ['service', 'open', 'problems', 'settings', 'context'];

/** The folders of `web/app` that every screen may use. */
const APP_SHARED = new Set(['advertisements', 'frame', 'parts', 'router', 'state', 'texts', 'worker']);

export interface Place {
  readonly path: string;
  readonly area:
    | 'service'
    | 'platform'
    | 'app'
    | 'entry'
    | 'test'
    | 'bench'
    | 'scripts'
    | 'bin'
    | 'web'
    | 'elsewhere';
  readonly service: string | undefined;
  /** The folder inside the service; undefined for the files of the service itself. */
  readonly feature: string | undefined;
  readonly layer: string;
  readonly isTest: boolean;
}

export function placeOf(path: string): Place {
  const [top = '', second = '', third = '', ...deeper] = path.split('/');
  const service = top === 'src' && SERVICES.includes(second) ? second : undefined;
  return {
    path,
    area: service === undefined ? areaOf(top, second) : 'service',
    service,
    feature: service !== undefined && deeper.length > 0 ? third : undefined,
    layer: layerOf(path),
    isTest: path.endsWith('.test.ts'),
  };
}

function areaOf(top: string, second: string): Place['area'] {
  if (top === 'test' || top === 'bench' || top === 'scripts' || top === 'bin' || top === 'web') return top;
  if (top !== 'src') return 'elsewhere';
  if (second === 'platform') return 'platform';
  return second === 'app.ts' ? 'app' : 'entry';
}

function layerOf(path: string): string {
  const suffixes = posix
    .basename(path)
    .replace(/\.test\.ts$/, '.ts')
    .split('.')
    .slice(1, -1);
  return suffixes.at(-1) ?? 'operation';
}

/** The screen of the app that a file belongs to; undefined for what all of them share. */
export function screenOf(path: string): string | undefined {
  const [, screen] = /^web\/app\/([^/]+)\//.exec(path) ?? [];
  return screen === undefined || APP_SHARED.has(screen) ? undefined : screen;
}

/** The path in the repository that a relative specifier means; undefined for a package. */
export function resolveImport(from: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined;
}

export function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

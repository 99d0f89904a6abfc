import { posix } from 'node:path';
import { featureOf } from './areas.ts';

export const SERVICES = ['merchant', 'accounts', 'social'];

/** Layers of the files in a feature, given by the last part of the name. A file without one is an operation. */
export const LAYERS = ['routes', 'schemas', 'rules', 'store', 'jobs', 'page', 'commands'];

/** Files allowed in a service's own folder, prefixed by the service's name. */
export const SERVICE_LEVEL = ['service', 'open', 'problems', 'settings', 'context'];

/** Folders of `web/app` that all screens may import. */
const APP_SHARED = new Set([
  'advertisements',
  'frame',
  'parts',
  'profile',
  'router',
  'safety',
  'state',
  'texts',
  'worker',
]);

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
  /** Folder directly inside the service; undefined for files of the service itself. */
  readonly serviceArea: string | undefined;
  /** Area, or area and sub-folder: `payments/checkout`; undefined for files of the service itself. */
  readonly feature: string | undefined;
  readonly layer: string;
  readonly isTest: boolean;
}

export function placeOf(path: string): Place {
  const [top = '', second = '', third = '', ...deeper] = path.split('/');
  const service = top === 'src' && SERVICES.includes(second) ? second : undefined;
  const inside = service !== undefined && deeper.length > 0;
  return {
    path,
    area: service === undefined ? areaOf(top, second) : 'service',
    service,
    serviceArea: inside ? third : undefined,
    feature: inside ? featureOf(service, third, deeper.length > 1 ? deeper[0] : undefined) : undefined,
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

/** Returns the app screen to which a file belongs; undefined for shared files. */
export function screenOf(path: string): string | undefined {
  const [, screen] = /^web\/app\/([^/]+)\//.exec(path) ?? [];
  return screen === undefined || APP_SHARED.has(screen) ? undefined : screen;
}

/** Resolves a relative specifier to a path in the repository; undefined for a package. */
export function resolveImport(from: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined;
}

export function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

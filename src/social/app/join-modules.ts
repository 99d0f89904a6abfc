import { posix } from 'node:path';
import { readModuleText, type ModuleText } from './module-text.ts';

export interface ModuleSource {
  /** The text of a module as a browser can read it. */
  read(path: string): string;
  /** Where a package lies: `preact`. */
  resolvePackage(name: string): string;
}

interface Loaded extends ModuleText {
  readonly path: string;
  readonly variable: string;
  readonly uses: readonly string[];
  readonly begins: readonly string[];
}

/**
 * Joins modules into few files: a phone on a slow line waits for each round trip, and has six connections. `frame.js` has
 * what the entry needs and what several screens could; each lazy import begins a file with the modules of its folder.
 */
export function joinModules(source: ModuleSource, entry: string): Map<string, string> {
  const modules = loadModules(source, entry);
  const frameFolder = posix.dirname(entry);
  const entries = [...new Set([...modules.values()].flatMap(({ begins }) => begins))];
  const screenOf = (path: string): string | undefined =>
    entries.find(
      (begin) => path.startsWith(`${posix.dirname(begin)}/`) && posix.dirname(begin) !== frameFolder,
    );
  const inFrame = [...modules.values()].filter(({ path }) => screenOf(path) === undefined);
  const files = new Map([['frame.js', `${joinBodies(inFrame)}\nexport { ${variablesOf(inFrame)} };\n`]]);
  for (const begin of entries) {
    const own = [...modules.values()].filter(({ path }) => screenOf(path) === begin);
    const first = modules.get(begin);
    if (!first) throw new Error(`${begin} was not read`);
    const names = [...first.exports.keys()].join(', ');
    files.set(
      fileNameOf(begin),
      `import { ${variablesOf(inFrame)} } from './frame.js';\n${joinBodies(own)}\nexport const { ${names} } = ${first.variable};\n`,
    );
  }
  return files;
}

const fileNameOf = (entry: string): string => `${posix.basename(posix.dirname(entry))}.js`;

/** By the path, not by a number: while a new version is rolled out, a file of one may meet a file of the other. */
const variableOf = (path: string): string =>
  `$${(path.startsWith('/') ? posix.basename(path) : path).replaceAll(/\W+/g, '_')}`;

/** In the order in which they must run. */
function loadModules(source: ModuleSource, entry: string): Map<string, Loaded> {
  const order = new Map<string, Loaded>();
  const under = new Set<string>();
  const waiting = [entry];
  const load = (path: string): void => {
    if (order.has(path)) return;
    if (under.has(path)) throw new Error(`${path} imports itself in a circle`);
    under.add(path);
    const resolve = (specifier: string): string =>
      specifier.startsWith('.')
        ? posix.join(posix.dirname(path), specifier)
        : source.resolvePackage(specifier);
    const text = readModuleText(path, source.read(path), {
      variableOf: (specifier) => variableOf(resolve(specifier)),
      fileOf: (specifier) => `./${fileNameOf(resolve(specifier))}`,
    });
    const uses = text.imports.map(resolve);
    const begins = text.lazyImports.map(resolve);
    for (const used of uses) load(used);
    order.set(path, { ...text, path, variable: variableOf(path), uses, begins });
    waiting.push(...begins);
  };
  // What is loaded later may use whoever loads it.
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) load(path);
  return order;
}

const variablesOf = (modules: readonly Loaded[]): string =>
  modules.map(({ variable }) => variable).join(', ');

const joinBodies = (modules: readonly Loaded[]): string =>
  modules
    .map(({ variable, body, exports }) => {
      const given = [...exports].map(([name, expression]) => `${name}: ${expression}`).join(', ');
      return `const ${variable} = (() => {\n${body}\nreturn { ${given} };\n})();`;
    })
    .join('\n');

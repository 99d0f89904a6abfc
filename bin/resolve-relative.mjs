// Loaded before the program. Resolves relative imports without file system checks. Node would otherwise check existence
// and package scope of two thousand files, a sixth of the start time. A missing file fails when it is read.
import { registerHooks } from 'node:module';

const FORMATS = [
  ['.ts', 'module-typescript'],
  ['.mjs', 'module'],
];
/** The server of the npm package. Elsewhere a `.js` file may also be CommonJS. */
const dist = new URL('../dist/', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const format = specifier.startsWith('.') ? formatOf(specifier, context.parentURL) : undefined;
    if (format === undefined || context.parentURL === undefined) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true };
  },
});

function formatOf(specifier, parentURL) {
  if (specifier.endsWith('.js') && parentURL?.startsWith(dist)) return 'module';
  return FORMATS.find(([extension]) => specifier.endsWith(extension))?.[1];
}

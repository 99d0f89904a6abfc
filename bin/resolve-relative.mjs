// Loaded before the program. Resolves relative imports without file system checks. Node would otherwise check existence
// and package scope of two thousand files, a sixth of the start time. A missing file fails when it is read.
import { registerHooks } from 'node:module';

const FORMATS = [
  ['.ts', 'module-typescript'],
  ['.mjs', 'module'],
];

registerHooks({
  resolve(specifier, context, next) {
    const format = specifier.startsWith('.')
      ? FORMATS.find(([extension]) => specifier.endsWith(extension))?.[1]
      : undefined;
    if (format === undefined || context.parentURL === undefined) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true };
  },
});

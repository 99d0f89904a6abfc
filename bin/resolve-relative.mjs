// Loaded before the program. What a module imports by its path is taken where the path leads: Node would otherwise ask
// the file system for each of two thousand what is there and which package it is of, a sixth of a start. What is not
// there is found out where it is read.
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

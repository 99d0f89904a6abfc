import assert from 'node:assert/strict';
import { test } from 'node:test';
import vm from 'node:vm';
import { places } from '../../../web/app/router/places.ts';
import { readAppFiles } from './app-files.ts';

const bytesForAFirstScreen = 90_000;

test('every screen is a file of its own that a browser can read, and the first one is small', async (context) => {
  const { versioned } = await readAppFiles();
  const sizes = new Map<string, number>();
  for (const [name, file] of versioned) {
    sizes.set(name, (await file.compressed()).length);
    // Read, not run: modules are parsed as such only with their imports and exports taken off.
    if (name.endsWith('.js')) assert.doesNotThrow(() => parse(file.content.toString()), name);
  }
  const shared = (sizes.get('frame.js') ?? NaN) + (sizes.get('app.css') ?? NaN);
  for (const name of Object.keys(places)) {
    const own = sizes.get(`${name}.js`);
    assert.ok(own !== undefined, `${name} has a file`);
    context.diagnostic(`${name}: ${shared + own} bytes with the frame`);
    assert.ok(shared + own < bytesForAFirstScreen, `${name} needs ${shared + own} bytes`);
  }
});

const parse = (text: string): vm.Script =>
  new vm.Script(
    text
      .replace(/^import \{[^}]*\} from '[^']*';$/m, '')
      .replaceAll(/^export (?:\{[^}]*\};|(?=const))/gm, ''),
  );

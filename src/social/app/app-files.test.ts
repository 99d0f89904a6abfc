import assert from 'node:assert/strict';
import { test } from 'node:test';
import { places } from '../../../web/app/router/places.ts';
import { readAppFiles } from './app-files.ts';

const bytesForAFirstScreen = 90_000;

test('every screen has its own file, and the first screen is small', async (context) => {
  const { versioned } = await readAppFiles({ hasSourceMaps: false });
  const sizes = new Map<string, number>();
  for (const [name, file] of versioned) sizes.set(name, (await file.compressed('br')).length);
  assert.ok(![...sizes.keys()].some((name) => name.endsWith('.map')), 'production has no source maps');
  const shared = (sizes.get('frame.js') ?? NaN) + (sizes.get('app.css') ?? NaN);
  for (const name of Object.keys(places)) {
    const own = sizes.get(`${name}.js`);
    assert.ok(own !== undefined, `${name} has a file`);
    context.diagnostic(`${name}: ${shared + own} bytes with the frame`);
    assert.ok(shared + own < bytesForAFirstScreen, `${name} needs ${shared + own} bytes`);
  }
});

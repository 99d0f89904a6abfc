import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { serverEnvironment, serverFlags } from '../../../bin/server-flags.mjs';

/**
 * Runs in its own process: decodes three pictures that must be held completely at the same time, then parses large JSON
 * bodies. Prints the memory before and after, and the number of bodies still in memory after an idle period.
 */
const program = `
  import { readFileSync } from 'node:fs';
  import { mock } from 'node:test';
  import fastify from 'fastify';
  import sharp from 'sharp';
  import { addBodyParsers } from './src/platform/http/body-parsers.ts';
  import { makeSquarePicture } from './src/platform/images/square-picture.ts';
  const residentMb = () => Number(/VmRSS:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024;
  const blank = { create: { width: 4000, height: 3000, channels: 4, background: '#345' } };
  const interlaced = await sharp(blank).png({ progressive: true, compressionLevel: 1 }).toBuffer();
  const progressive = await sharp(blank).jpeg({ progressive: true }).toBuffer();
  const small = await sharp(blank).resize(1000).png({ progressive: true }).toBuffer();
  const round = (...files) => Promise.all(files.map((file) => makeSquarePicture(file)));
  await round(small, small, small);
  const before = residentMb();
  for (let turn = 0; turn < 2; turn++) await round(interlaced, progressive, interlaced);
  const after = residentMb();
  mock.timers.enable({ apis: ['setTimeout'] });
  const app = fastify({ bodyLimit: 8 << 20 });
  addBodyParsers(app);
  app.post('/', async ({ body }) => {
    bodies.push(new WeakRef(body));
    await makeSquarePicture(Buffer.from(body.picture, 'base64'));
  });
  const bodies = [];
  const picture = Buffer.concat([small, Buffer.alloc(4 << 20)]).toString('base64');
  const { gc } = globalThis;
  let collected = 0;
  globalThis.gc = () => (collected++, gc());
  await app.ready();
  for (let turn = 0; turn < 12; turn++) await app.inject({ method: 'POST', url: '/', payload: { picture } });
  const early = collected;
  mock.timers.tick(10_000);
  const held = bodies.filter((body) => body.deref()).length;
  console.log(JSON.stringify({ before, after, early, collected, held }));
`;

const isGlibc = (): boolean => {
  const { header } = process.report.getReport() as unknown as { header: Record<string, unknown> };
  return header['glibcVersionRuntime'] !== undefined;
};

test(
  'releases the memory of large pictures and bodies',
  { skip: !isGlibc() && 'this is about glibc' },
  async () => {
    assert.match(readFileSync('bin/praca.mjs', 'utf8'), /\.\.\.serverEnvironment,/);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...serverFlags, '--input-type=module', '-e', program],
      { env: { ...process.env, ...serverEnvironment } },
    );
    const { before, after, early, collected, held } = JSON.parse(stdout);
    // A picture of 12 megapixels takes 48 MB, and three are processed at the same time.
    assert.ok(after - before < 48, `${before} MB before, ${after} MB after`);
    assert.deepEqual([early, collected], [0, 1]);
    // The last body may still be referenced.
    assert.ok(held <= 2, `${held} of twelve bodies are held when it is quiet again`);
  },
);

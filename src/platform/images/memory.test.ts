import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { serverEnvironment, serverFlags } from '../../../bin/server-flags.mjs';

/** Pictures that have to be held whole, three at once, in a process of its own. Prints what it held before and after. */
const program = `
  import { readFileSync } from 'node:fs';
  import sharp from 'sharp';
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
  console.log(JSON.stringify({ before, after: residentMb() }));
`;

const isGlibc = (): boolean => {
  const { header } = process.report.getReport() as unknown as { header: Record<string, unknown> };
  return header['glibcVersionRuntime'] !== undefined;
};

test(
  'the memory of large pictures is given back',
  { skip: !isGlibc() && 'this is about glibc' },
  async () => {
    assert.match(readFileSync('bin/praca.mjs', 'utf8'), /\.\.\.serverEnvironment,/);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...serverFlags, '--input-type=module', '-e', program],
      { env: { ...process.env, ...serverEnvironment } },
    );
    const { before, after } = JSON.parse(stdout) as { before: number; after: number };
    // A picture of 12 megapixels takes 48 MB, and three are worked on at once.
    assert.ok(after - before < 48, `${before} MB before, ${after} MB after`);
  },
);

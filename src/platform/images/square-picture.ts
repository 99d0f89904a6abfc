import type Sharp from 'sharp';
import { problem } from '../problem.ts';
import { ImageFault, maximumImageBytes, maximumImagePixels } from './image-fault.ts';

export const pictureSide = 512;

/** Decoding takes a core and up to 200 MB for a moment: one at a time, and few that wait with their bytes in memory. */
const maximumWaiting = 16;
const decodeTimeoutSeconds = 10;

let loaded: Promise<typeof Sharp> | undefined;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Makes a square WebP of a JPEG, PNG or WebP that a stranger sent. Nothing of the file survives but its pixels: no
 * metadata, no bytes after its end. Throws an `ImageFault` for anything else.
 */
export async function makeSquarePicture(bytes: Buffer): Promise<Buffer> {
  refuseByFirstBytes(bytes);
  if (waiting >= maximumWaiting) {
    throw problem('overloaded', {
      detail: 'Too many pictures are being worked on. Try again in a moment.',
      headers: { 'retry-after': '5' },
    });
  }
  waiting++;
  const turn = last.then(() => convert(bytes));
  last = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    waiting--;
  }
}

async function convert(bytes: Buffer): Promise<Buffer> {
  const sharp = await (loaded ??= loadSharp());
  const limits = { limitInputPixels: maximumImagePixels, failOn: 'error' } as const;
  const { width, height } = await sharp(bytes, { ...limits, limitInputPixels: false })
    .metadata()
    .catch(refuseDamaged);
  if (width * height > maximumImagePixels) {
    throw new ImageFault('too_large', `must have at most ${maximumImagePixels / 1e6} megapixels`);
  }
  return sharp(bytes, limits)
    .timeout({ seconds: decodeTimeoutSeconds })
    .autoOrient()
    .resize(pictureSide, pictureSide, { fit: 'cover' })
    .toColourspace('srgb')
    .webp({ quality: 82 })
    .toBuffer()
    .catch(refuseDamaged);
}

/** Loaded with the first picture: a process that never sees one does without its memory. */
async function loadSharp(): Promise<typeof Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

/** A clear answer for what is no picture at all; whether it is a whole one, the decoder finds out. */
function refuseByFirstBytes(bytes: Buffer): void {
  const begins = (hex: string, at = 0): boolean =>
    bytes.subarray(at, at + hex.length / 2).equals(Buffer.from(hex, 'hex'));
  const known =
    begins('ffd8ff') || begins('89504e470d0a1a0a') || (begins('52494646') && begins('57454250', 8));
  if (!known) throw new ImageFault('not_an_image', 'must be a JPEG, PNG or WebP picture');
  if (bytes.length > maximumImageBytes) {
    throw new ImageFault('too_large', `must have at most ${maximumImageBytes / 1024 / 1024} MiB`);
  }
}

function refuseDamaged(cause: unknown): never {
  throw new ImageFault('damaged', 'must be a whole, undamaged picture', cause);
}

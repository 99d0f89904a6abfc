import type { default as OpenSharp, Sharp } from 'sharp';
import { problem } from '../problem.ts';
import { createSerialQueue } from '../serial-queue.ts';
import { ImageFault, maximumImageBytes, maximumImagePixels } from './image-fault.ts';

/** Decoding takes a core and up to 200 MB for a moment: one at a time, and few that wait with their bytes in memory. */
const maximumWaiting = 16;
const decodeTimeoutSeconds = 10;

let loaded: Promise<typeof OpenSharp> | undefined;
const queue = createSerialQueue();
let waiting = 0;

/** Makes something of a picture that stands upright, in colours that every screen has. */
export type Make<T> = (picture: Sharp, sharp: typeof OpenSharp) => Promise<T>;

/**
 * Decodes a JPEG, PNG or WebP that a stranger sent and hands it on. Of what `make` encodes, nothing comes from the file
 * but its pixels: no metadata, no bytes after its end. Throws an `ImageFault` for anything else.
 */
export async function decodePicture<T>(bytes: Buffer, make: Make<T>): Promise<T> {
  refuseByFirstBytes(bytes);
  if (waiting >= maximumWaiting) {
    throw problem('overloaded', {
      detail: 'Too many pictures are being worked on. Try again in a moment.',
      headers: { 'retry-after': '5' },
    });
  }
  waiting++;
  try {
    return await queue(() => decode(bytes, make));
  } finally {
    waiting--;
  }
}

async function decode<T>(bytes: Buffer, make: Make<T>): Promise<T> {
  const sharp = await (loaded ??= loadSharp());
  const limits = { limitInputPixels: maximumImagePixels, failOn: 'error' } as const;
  const { width, height } = await sharp(bytes, { ...limits, limitInputPixels: false })
    .metadata()
    .catch(refuseDamaged);
  if (width * height > maximumImagePixels) {
    throw new ImageFault('too_large', `must have at most ${maximumImagePixels / 1e6} megapixels`);
  }
  const picture = sharp(bytes, limits)
    .timeout({ seconds: decodeTimeoutSeconds })
    .autoOrient()
    .toColourspace('srgb');
  return make(picture, sharp).catch(refuseDamaged);
}

/** Loaded with the first picture: a process that never sees one does without its memory. */
async function loadSharp(): Promise<typeof OpenSharp> {
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

import type { default as OpenSharp, Sharp } from 'sharp';
import { ImageFault, maximumImageBytes, maximumImagePixels } from './image-fault.ts';
import { PixelBudget, tooManyPictures } from './pixel-budget.ts';
import { readHeader } from './read-header.ts';
import { memoryReturn } from './return-memory.ts';
import { fieldWords } from '../words/field-words.ts';

/**
 * Allows the largest picture and a small one at the same time, or three small ones, so that one of Node's four threads
 * stays free for files and DNS lookups. A pixel takes up to 8 bytes during the work. Waiting pictures keep their
 * encoded bytes in memory.
 */
export const pictureBudget = new PixelBudget({
  pixels: 36_000_000,
  fewestPixels: 12_000_000,
  mostWaiting: 24,
});
/**
 * Encoders make about ten scans. A scan without content has thirty bytes and costs a pass over the whole picture, so a
 * progressive JPEG of 80 kB could keep a decoder busy for half a minute.
 */
const mostScans = 50;
/** An idle machine needs two seconds at most. */
const decodeTimeoutSeconds = 30;

let loaded: Promise<typeof OpenSharp> | undefined;

/** Encodes the decoded picture, which is upright and in sRGB. */
export type Make<T> = (picture: Sharp, sharp: typeof OpenSharp) => Promise<T>;

/**
 * Decodes an untrusted JPEG, PNG or WebP and passes it to `make`. Only pixels reach the output: no metadata and no
 * bytes after the end of the file. Throws an `ImageFault` for anything else. Faults in the header are rejected before
 * the picture waits for the pixel budget. `signal` cancels the wait.
 */
export async function decodePicture<T>(bytes: Buffer, make: Make<T>, signal?: AbortSignal): Promise<T> {
  memoryReturn.note(bytes.length);
  const pixels = countPixels(bytes);
  return pictureBudget.spend(pixels, () => decode(bytes, make), signal);
}

function countPixels(bytes: Buffer): number {
  const { width, height, scans } = readHeader(bytes);
  if (bytes.length > maximumImageBytes) {
    throw new ImageFault('too_large', fieldWords.mostMebibytes, { most: maximumImageBytes / 1024 / 1024 });
  }
  if (width * height === 0) refuseDamaged();
  if (width * height > maximumImagePixels) refuseLarge();
  if (scans > mostScans) throw new ImageFault('too_large', fieldWords.mostScans, { most: mostScans });
  return width * height;
}

async function decode<T>(bytes: Buffer, make: Make<T>): Promise<T> {
  const sharp = await (loaded ??= loadSharp());
  const picture = sharp(bytes, { limitInputPixels: maximumImagePixels, failOn: 'error' })
    .timeout({ seconds: decodeTimeoutSeconds })
    .autoOrient()
    .toColourspace('srgb');
  return make(picture, sharp).catch((error: unknown) => {
    const { message } = error as Error;
    // The picture may be valid and the machine slow.
    if (message.startsWith('timeout')) throw tooManyPictures(error);
    if (message.includes('exceeds pixel limit')) refuseLarge();
    refuseDamaged(error);
  });
}

/** Loads sharp with the first picture, so that other processes do not need its memory. */
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

function refuseLarge(): never {
  throw new ImageFault('too_large', fieldWords.mostMegapixels, { most: maximumImagePixels / 1e6 });
}

function refuseDamaged(cause?: unknown): never {
  throw new ImageFault('damaged', fieldWords.damagedPicture, undefined, cause);
}

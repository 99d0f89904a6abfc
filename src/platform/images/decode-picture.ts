import type { default as OpenSharp, Sharp } from 'sharp';
import { ImageFault, maximumImageBytes, maximumImagePixels } from './image-fault.ts';
import { PixelBudget, tooManyPictures } from './pixel-budget.ts';
import { readHeader } from './read-header.ts';
import { memoryReturn } from './return-memory.ts';

/**
 * Room for the largest picture and a small one beside it, or for three small ones: one of Node's four threads stays free
 * for files and name lookups. A pixel takes up to 8 bytes while it is worked on. Those that wait do so with their bytes
 * in memory.
 */
export const pictureBudget = new PixelBudget({
  pixels: 36_000_000,
  fewestPixels: 12_000_000,
  mostWaiting: 24,
});
/**
 * Encoders make about ten. A scan without content has thirty bytes and costs a pass over the whole picture: a progressive
 * JPEG of 80 kB could keep a decoder busy for half a minute.
 */
const mostScans = 50;
/** A quiet machine needs two at most. */
const decodeTimeoutSeconds = 30;

let loaded: Promise<typeof OpenSharp> | undefined;

/** Makes something of a picture that stands upright, in colours that every screen has. */
export type Make<T> = (picture: Sharp, sharp: typeof OpenSharp) => Promise<T>;

/**
 * Decodes a JPEG, PNG or WebP that a stranger sent and hands it on. Of what `make` encodes, nothing comes from the file
 * but its pixels: no metadata, no bytes after its end. Throws an `ImageFault` for anything else. What its header tells is
 * refused without waiting for a turn; `signal` gives the turn up.
 */
export async function decodePicture<T>(bytes: Buffer, make: Make<T>, signal?: AbortSignal): Promise<T> {
  memoryReturn.note(bytes.length);
  const pixels = countPixels(bytes);
  return pictureBudget.spend(pixels, () => decode(bytes, make), signal);
}

function countPixels(bytes: Buffer): number {
  const { width, height, scans } = readHeader(bytes);
  if (bytes.length > maximumImageBytes) {
    throw new ImageFault('too_large', `must have at most ${maximumImageBytes / 1024 / 1024} MiB`);
  }
  if (width * height === 0) refuseDamaged();
  if (width * height > maximumImagePixels) refuseLarge();
  if (scans > mostScans) throw new ImageFault('too_large', `must have at most ${mostScans} scans, as a JPEG`);
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
    // The picture may be whole, and the machine slow.
    if (message.startsWith('timeout')) throw tooManyPictures(error);
    if (message.includes('exceeds pixel limit')) refuseLarge();
    refuseDamaged(error);
  });
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

function refuseLarge(): never {
  throw new ImageFault('too_large', `must have at most ${maximumImagePixels / 1e6} megapixels`);
}

function refuseDamaged(cause?: unknown): never {
  throw new ImageFault('damaged', 'must be a whole, undamaged picture', cause);
}

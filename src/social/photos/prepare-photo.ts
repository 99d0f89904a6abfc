import type Sharp from 'sharp';
import { invalidField, problem } from '../../platform/problem.ts';

export interface PreparedPhoto {
  image: Buffer;
  thumb: Buffer;
}

const maximumBytes = 5 * 1024 * 1024;
const maximumPixels = 24_000_000;
const longestSide = 1080;
const thumbSide = 256;
/** Decoding takes a core and much memory for a moment: one at a time, and few that wait with their bytes. */
const maximumWaiting = 32;

const dataUrl = /^data:[a-z]+\/[a-z0-9.+-]+(?:;[a-z0-9=-]+)*;base64,/i;
const alphabet = /^[A-Za-z0-9+/]+={0,2}$/;

let loaded: Promise<typeof Sharp> | undefined;
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** Makes two WebP pictures of a JPEG, PNG or WebP that a stranger sent in base64; nothing survives but its pixels. */
export async function preparePhoto(text: string, field: string): Promise<PreparedPhoto> {
  const bytes = decode(text, field);
  if (waiting >= maximumWaiting) {
    throw problem('overloaded', {
      detail: 'Too many photos are being worked on. Try again in a moment.',
      headers: { 'retry-after': '5' },
    });
  }
  waiting++;
  const turn = last.then(() => convert(bytes, field));
  last = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    waiting--;
  }
}

function decode(text: string, field: string): Buffer {
  const encoded = text.slice(dataUrl.exec(text.slice(0, 200))?.[0].length ?? 0).replaceAll(/\r?\n/g, '');
  if (encoded.length % 4 !== 0 || !alphabet.test(encoded)) {
    throw invalidField(field, 'malformed', 'must be an https link or an image in base64');
  }
  if (encoded.length > Math.ceil(maximumBytes / 3) * 4) {
    throw invalidField(field, 'too_large', `must have at most ${maximumBytes / 1024 / 1024} MiB`);
  }
  const bytes = Buffer.from(encoded, 'base64');
  const begins = (hex: string, at = 0): boolean =>
    bytes.subarray(at, at + hex.length / 2).equals(Buffer.from(hex, 'hex'));
  if (!begins('ffd8ff') && !begins('89504e470d0a1a0a') && !(begins('52494646') && begins('57454250', 8))) {
    throw invalidField(field, 'not_an_image', 'must be a JPEG, PNG or WebP picture');
  }
  return bytes;
}

async function convert(bytes: Buffer, field: string): Promise<PreparedPhoto> {
  const sharp = await (loaded ??= loadSharp());
  const limits = { limitInputPixels: maximumPixels, failOn: 'error' } as const;
  try {
    const upright = await sharp(bytes, limits)
      .timeout({ seconds: 10 })
      .autoOrient()
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: 82 })
      .toBuffer();
    const thumb = await sharp(upright)
      .resize(thumbSide, thumbSide, { fit: 'cover' })
      .webp({ quality: 78 })
      .toBuffer();
    return { image: upright, thumb };
  } catch {
    throw invalidField(
      field,
      'damaged',
      `must be a whole picture of at most ${maximumPixels / 1e6} megapixels`,
    );
  }
}

/** Loaded with the first photo: a process that never sees one does without its memory. */
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

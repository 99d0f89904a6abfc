import { ImageFault } from './image-fault.ts';
import { fieldWords } from '../words/field-words.ts';

export interface PictureHeader {
  readonly width: number;
  readonly height: number;
  /** Number of scans of a JPEG. Each scan covers the whole picture. */
  readonly scans: number;
}

/**
 * Reads size and scans from the first bytes before the file goes to a decoder. A decoder would read the whole file for
 * that and decompress its comments. The header is untrusted: the decoder checks its own reading against the same
 * limits.
 */
export function readHeader(bytes: Buffer): PictureHeader {
  const begins = (text: string, at = 0): boolean => bytes.toString('latin1', at, at + text.length) === text;
  const read = begins('\xff\xd8\xff')
    ? readJpeg
    : begins('\x89PNG\r\n\x1a\n')
      ? readPng
      : begins('RIFF') && begins('WEBP', 8)
        ? readWebp
        : undefined;
  if (!read) throw new ImageFault('not_an_image', fieldWords.pictureType);
  try {
    return read(bytes);
  } catch (error) {
    // A read past the end: the file is truncated within its header.
    if (error instanceof RangeError) return unreadable;
    throw error;
  }
}

/** A size of zero marks a file that is truncated or unknown. */
const unreadable: PictureHeader = { width: 0, height: 0, scans: 0 };

function readPng(bytes: Buffer): PictureHeader {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return unreadable;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), scans: 1 };
}

/**
 * Handles lossy, lossless and extended files (with transparency, profile or frames). The first frame has the size of
 * the canvas.
 */
function readWebp(bytes: Buffer): PictureHeader {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff, scans: 1 };
    case 'VP8L': {
      const sides = bytes.readUInt32LE(21);
      return { width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1, scans: 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1, scans: 1 };
    default:
      return unreadable;
  }
}

/**
 * Reads from marker to marker up to the end of the picture. Data after it, such as the video of a motion photo, is
 * ignored.
 */
function readJpeg(bytes: Buffer): PictureHeader {
  let { width, height, scans } = unreadable;
  let at = 2;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at === -1 || at + 1 >= bytes.length) break;
    const marker = bytes.readUInt8(at + 1);
    if (marker === jpeg.end) break;
    if (marker === jpeg.scan) scans++;
    if (isFrame(marker)) [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
    if (marker === 0xff) at += 1;
    else at += isBare(marker) ? 2 : 2 + bytes.readUInt16BE(at + 2);
  }
  return { width, height, scans };
}

const jpeg = { end: 0xd9, scan: 0xda } as const;

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Returns true for markers without a length: an escaped 0xff in the data, a restart marker, or the start of the image.
 */
const isBare = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);

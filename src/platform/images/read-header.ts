import { ImageFault } from './image-fault.ts';

export interface PictureHeader {
  readonly width: number;
  readonly height: number;
  /** Of a JPEG: how often its data goes over the whole picture. */
  readonly scans: number;
}

/**
 * What the first bytes tell, at no cost, before a decoder is given any: those read all of a file for it, unpacking its
 * comments too. It is a claim like any other, and the decoder holds its own reading against the same limits.
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
  if (!read) throw new ImageFault('not_an_image', 'must be a JPEG, PNG or WebP picture');
  try {
    return read(bytes);
  } catch (error) {
    // A read behind the end: the file is cut off within its header.
    if (error instanceof RangeError) return unreadable;
    throw error;
  }
}

/** No size: whatever it is, it is not whole. */
const unreadable: PictureHeader = { width: 0, height: 0, scans: 0 };

function readPng(bytes: Buffer): PictureHeader {
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return unreadable;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), scans: 1 };
}

/** Lossy, lossless, or extended by transparency, colours or frames: the first frame is on the whole canvas. */
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

/** From marker to marker up to its end: what follows, such as the film of a moving photo, is not part of it. */
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

/** Without a length after it: an escaped 0xff of the picture's data, a restart in them, a beginning. */
const isBare = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);

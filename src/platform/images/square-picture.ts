import { decodePicture } from './decode-picture.ts';

const pictureSide = 512;

/** Makes a square WebP of an untrusted picture. Throws an `ImageFault` for anything else. */
export async function makeSquarePicture(bytes: Buffer, signal?: AbortSignal): Promise<Buffer> {
  return decodePicture(
    bytes,
    (picture) => picture.resize(pictureSide, pictureSide, { fit: 'cover' }).webp({ quality: 82 }).toBuffer(),
    signal,
  );
}

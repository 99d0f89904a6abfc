import { decodePicture } from './decode-picture.ts';

const pictureSide = 512;

/** A square WebP of a picture that a stranger sent. Throws an `ImageFault` for anything else. */
export async function makeSquarePicture(bytes: Buffer, signal?: AbortSignal): Promise<Buffer> {
  return decodePicture(
    bytes,
    (picture) => picture.resize(pictureSide, pictureSide, { fit: 'cover' }).webp({ quality: 82 }).toBuffer(),
    signal,
  );
}

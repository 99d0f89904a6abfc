import { decodeBase64 } from '../../platform/images/decode-base64.ts';
import { decodePicture, type Make } from '../../platform/images/decode-picture.ts';
import { ImageFault } from '../../platform/images/image-fault.ts';
import { invalidField } from '../../platform/problem.ts';

export interface PreparedPhoto {
  image: Buffer;
  thumb: Buffer;
}

const longestSide = 1080;
const thumbSide = 256;

/** Makes two WebP pictures of one that a stranger sent. Throws an `ImageFault`. */
export function makePhoto(bytes: Buffer, signal?: AbortSignal): Promise<PreparedPhoto> {
  const make: Make<PreparedPhoto> = async (picture, sharp) => {
    const image = await picture
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
    const thumb = await sharp(image)
      .resize(thumbSide, thumbSide, { fit: 'cover' })
      .webp({ quality: 78 })
      .toBuffer();
    return { image, thumb };
  };
  return decodePicture(bytes, make, signal);
}

/** The same of what a field holds: bytes, or base64. */
export async function preparePhoto(
  sent: Buffer | string,
  field: string,
  signal?: AbortSignal,
): Promise<PreparedPhoto> {
  try {
    return await makePhoto(typeof sent === 'string' ? decodeBase64(sent) : sent, signal);
  } catch (error) {
    if (!(error instanceof ImageFault)) throw error;
    const message =
      error.code === 'malformed' ? 'must be an https link or an image in base64' : error.message;
    throw invalidField(field, error.code, message);
  }
}

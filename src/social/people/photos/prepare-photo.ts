import { decodeBase64 } from '../../../platform/images/decode-base64.ts';
import { decodePicture, type Make } from '../../../platform/images/decode-picture.ts';
import { ImageFault } from '../../../platform/images/image-fault.ts';
import { invalidField } from '../../../platform/problem.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export interface PreparedPhoto {
  image: Buffer;
  thumb: Buffer;
}

const longestSide = 1080;
/** 3 : 4, the shape of a card. Round pictures show its middle. */
const [thumbWidth, thumbHeight] = [288, 384];

/** Makes two WebP pictures of an untrusted one. Throws an `ImageFault`. */
export function makePhoto(bytes: Buffer, signal?: AbortSignal): Promise<PreparedPhoto> {
  const make: Make<PreparedPhoto> = async (picture, sharp) => {
    const image = await picture
      .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer();
    const thumb = await sharp(image)
      .resize(thumbWidth, thumbHeight, { fit: 'cover' })
      .webp({ quality: 78 })
      .toBuffer();
    return { image, thumb };
  };
  return decodePicture(bytes, make, signal);
}

/** Makes the same pictures from the content of a field: bytes, or base64. */
export async function preparePhoto(
  sent: Buffer | string,
  field: string,
  signal?: AbortSignal,
): Promise<PreparedPhoto> {
  try {
    return await makePhoto(typeof sent === 'string' ? decodeBase64(sent) : sent, signal);
  } catch (error) {
    if (!(error instanceof ImageFault)) throw error;
    throw error.code === 'malformed'
      ? invalidField(field, error.code, socialWords.linkOrBase64)
      : error.asProblem(field);
  }
}

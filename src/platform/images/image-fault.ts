export const maximumImageBytes = 5 * 1024 * 1024;
export const maximumImagePixels = 24_000_000;

export type ImageFaultCode = 'malformed' | 'too_large' | 'not_an_image' | 'damaged';

/** What is wrong with a picture that somebody sent; the message continues a sentence that begins with its field. */
export class ImageFault extends Error {
  readonly code: ImageFaultCode;

  constructor(code: ImageFaultCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ImageFault';
    this.code = code;
  }
}

import { ImageFault, maximumImageBytes } from './image-fault.ts';

const prefix = /^data:[a-z]+\/[a-z0-9.+-]+(?:;[a-z0-9=-]+)*;base64,/i;
/** Encoders of mail break lines after 76 characters, and some platforms' standard encoder does so too. */
const lineBreaks = /\r?\n/g;
const alphabet = /^[A-Za-z0-9+/]+={0,2}$/;
/** Room for a prefix and line breaks; what is longer is not worth looking at. */
const maximumCharacters = Math.ceil(maximumImageBytes / 3) * 4 * 1.03 + 200;

/**
 * Strict, unlike the decoder of Node, which skips whatever it does not know. The media type of a data URL is the
 * sender's claim and is not looked at: the bytes tell what they are.
 */
export function decodeBase64(text: string): Buffer {
  if (text.length > maximumCharacters) throw tooLarge();
  const encoded = text.slice(prefix.exec(text.slice(0, 200))?.[0].length ?? 0).replaceAll(lineBreaks, '');
  if (encoded.length % 4 !== 0 || !alphabet.test(encoded)) {
    throw new ImageFault('malformed', 'must be base64, with or without a data URL before it');
  }
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length > maximumImageBytes) throw tooLarge();
  return bytes;
}

const tooLarge = (): ImageFault =>
  new ImageFault('too_large', `must have at most ${maximumImageBytes / 1024 / 1024} MiB`);

import { ImageFault, maximumImageBytes } from './image-fault.ts';

const prefix = /^data:[a-z]+\/[a-z0-9.+-]+(?:;[a-z0-9=-]+)*;base64,/i;
/** Encoders of mail break lines after 76 characters, and some platforms' standard encoder does so too. */
const lineBreaks = /\r?\n/g;
/** Room for a prefix and line breaks; what is longer is not worth looking at. */
const maximumCharacters = Math.ceil(maximumImageBytes / 3) * 4 * 1.03 + 200;

/**
 * Strict, unlike the decoder of Node, which skips whatever it does not know. The media type of a data URL is the
 * sender's claim and is not looked at: the bytes tell what they are.
 */
export function decodeBase64(text: string): Buffer {
  if (text.length > maximumCharacters) throw tooLarge();
  const encoded = text.slice(prefix.exec(text.slice(0, 200))?.[0].length ?? 0).replaceAll(lineBreaks, '');
  const bytes = Buffer.from(encoded, 'base64');
  if (!isWhole(encoded, bytes.length)) {
    throw new ImageFault('malformed', 'must be base64, with or without a data URL before it');
  }
  if (bytes.length > maximumImageBytes) throw tooLarge();
  return bytes;
}

/**
 * By what came out: what Node's decoder skipped is missing there. It takes the alphabet of URLs as well. An expression
 * over every character would keep everybody else waiting for 50 ms.
 */
function isWhole(encoded: string, length: number): boolean {
  const padding = encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0;
  if (length === 0 || encoded.length % 4 !== 0 || length !== (encoded.length / 4) * 3 - padding) return false;
  return !encoded.includes('-') && !encoded.includes('_');
}

const tooLarge = (): ImageFault =>
  new ImageFault('too_large', `must have at most ${maximumImageBytes / 1024 / 1024} MiB`);

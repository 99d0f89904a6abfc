import { ImageFault, maximumImageBytes } from './image-fault.ts';
import { fieldWords } from '../words/field-words.ts';

const prefix = /^data:[a-z]+\/[a-z0-9.+-]+(?:;[a-z0-9=-]+)*;base64,/i;
/** Mail encoders break lines after 76 characters, as do the standard encoders of some platforms. */
const lineBreaks = /\r?\n/g;
/** Includes room for a prefix and line breaks. Longer texts are rejected unread. */
const maximumCharacters = Math.ceil(maximumImageBytes / 3) * 4 * 1.03 + 200;

/**
 * Decodes strictly, unlike Node's decoder, which skips unknown characters. The media type of a data URL is ignored,
 * because the type is detected from the bytes.
 */
export function decodeBase64(text: string): Buffer {
  if (text.length > maximumCharacters) throw tooLarge();
  const encoded = text.slice(prefix.exec(text.slice(0, 200))?.[0].length ?? 0).replaceAll(lineBreaks, '');
  const bytes = Buffer.from(encoded, 'base64');
  if (!isWhole(encoded, bytes.length)) {
    throw new ImageFault('malformed', fieldWords.base64);
  }
  if (bytes.length > maximumImageBytes) throw tooLarge();
  return bytes;
}

/**
 * Compares the lengths: characters that Node's decoder skipped make the result shorter. Node also accepts the URL-safe
 * alphabet. A regular expression over the whole text would block the event loop for 50 ms.
 */
function isWhole(encoded: string, length: number): boolean {
  const padding = encoded.endsWith('==') ? 2 : encoded.endsWith('=') ? 1 : 0;
  if (length === 0 || encoded.length % 4 !== 0 || length !== (encoded.length / 4) * 3 - padding) return false;
  return !encoded.includes('-') && !encoded.includes('_');
}

const tooLarge = (): ImageFault =>
  new ImageFault('too_large', fieldWords.mostMebibytes, { most: maximumImageBytes / 1024 / 1024 });

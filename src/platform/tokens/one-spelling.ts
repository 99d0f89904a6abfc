/**
 * Base64 leaves bits of a last character unused, and decoders take padding and other letters: what an encoder writes is
 * read, and the same bytes in any other spelling are not.
 */
export function decodeOnce(text: string, encoding: 'base64' | 'base64url'): Buffer | undefined {
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? bytes : undefined;
}

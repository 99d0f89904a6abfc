/**
 * Decodes only canonical base64. The last character has unused bits, and decoders also accept padding and other
 * alphabets, so the same bytes have several encodings. Only the one that an encoder writes is accepted.
 */
export function decodeOnce(text: string, encoding: 'base64' | 'base64url'): Buffer | undefined {
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? bytes : undefined;
}

import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

export type Coding = 'br' | 'gzip';

/** Minimum size for compression. Smaller answers fit into one packet anyway. */
export const compressedFromBytes = 1024;

/**
 * Content types to compress. Pages are excluded, because a page may contain a CSRF token next to text chosen by an
 * attacker (BREACH). Programs are excluded, because they are few, large and compressed once (see static-file.ts).
 */
const compressible = /^(?:application\/(?:[\w.-]+\+)?json|text\/(?:plain|csv|calendar)|image\/svg\+xml)\b/i;

export const isCompressible = (contentType: string): boolean => compressible.test(contentType);

/** Returns the first supported coding in the client's order of preference (RFC 9110, 12.5.3), or undefined. */
export function chooseCoding(acceptEncoding: string | undefined): Coding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.slice(0, 500).split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const weight = quality === undefined ? 1 : Number(quality.replace(/^q\s*=\s*/, ''));
    // An invalid weight counts as zero.
    weights.set(name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const [br, gzipped] = [weightOf('br'), weightOf('gzip') || (weights.get('x-gzip') ?? 0)];
  const best = br >= gzipped ? 'br' : 'gzip';
  const weight = Math.max(br, gzipped);
  return weight > 0 && weight >= (weights.get('identity') ?? 0) ? best : undefined;
}

/**
 * Limit for compression on the main thread, where it takes a quarter of a millisecond. Passing the data to a thread and
 * back takes as long.
 */
const atOnceUpToBytes = 32_768;

/**
 * Compresses in a thread, or at once if the body is small. Brotli quality 3 is smaller than gzip in half the time, and
 * no larger than quality 4 for these answers. The window fits the body: the usual 4 MiB would be allocated and freed
 * for every answer.
 */
export function compress(
  coding: Coding,
  body: string | Buffer,
  done: (error: Error | null, made: Buffer) => void,
): void {
  const size = Buffer.byteLength(body);
  const isSmall = size <= atOnceUpToBytes;
  if (coding === 'gzip') {
    const options = { level: 6 };
    return isSmall ? done(null, gzipSync(body, options)) : gzip(body, options, done);
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 3,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
    [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(size)))),
  };
  return isSmall ? done(null, brotliCompressSync(body, { params })) : brotliCompress(body, { params }, done);
}

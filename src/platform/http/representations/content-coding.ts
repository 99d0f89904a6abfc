import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

export type Coding = 'br' | 'gzip';

/** Below it the answer fits into one packet anyway, and compressing costs more than it saves. */
export const compressedFromBytes = 1024;

/**
 * What is worth compressing. No pages: a page may hold a token against forged requests next to what a stranger chose
 * (BREACH), and no programs, which are few, large, and kept for a day.
 */
const compressible = /^(?:application\/(?:[\w.-]+\+)?json|text\/(?:plain|csv|calendar)|image\/svg\+xml)\b/i;

export const isCompressible = (contentType: string): boolean => compressible.test(contentType);

/** The client's first wish among what we have (RFC 9110, 12.5.3); undefined for none. */
export function chooseCoding(acceptEncoding: string | undefined): Coding | undefined {
  if (acceptEncoding === undefined) return undefined;
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.slice(0, 500).split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
    const weight = quality === undefined ? 1 : Number(quality.replace(/^q\s*=\s*/, ''));
    // A weight that is none is no wish.
    weights.set(name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const [br, gzipped] = [weightOf('br'), weightOf('gzip') || (weights.get('x-gzip') ?? 0)];
  const best = br >= gzipped ? 'br' : 'gzip';
  const weight = Math.max(br, gzipped);
  return weight > 0 && weight >= (weights.get('identity') ?? 0) ? best : undefined;
}

/** A quarter of a millisecond: to hand it to a thread and back takes as long, and may have to wait for a thread. */
const atOnceUpToBytes = 32_768;

/**
 * In a thread of its own, unless it is small. Quality 3 of brotli is smaller than gzip in half its time, and for our
 * answers no larger than 4. Its window fits the body: the usual one of 4 MiB is asked of the system, and given back, for
 * every answer.
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

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesTag } from './add-representations.ts';
import { addVary } from './vary.ts';
import { chooseCoding, type Coding } from './content-coding.ts';

/** A file that is the same for every reader, so its compressed size reveals nothing about cookies sent with the request. */
export interface StaticFile {
  readonly type: string;
  readonly content: Buffer;
  /** Weak, because all encodings of the file share it. */
  readonly tag: string;
  /** Compressed on first use, then kept. */
  compressed(coding: Coding): Promise<Buffer>;
}

export const immutable = 'public, max-age=31536000, immutable';

/** For files above this size, Brotli's highest quality takes ten seconds; quality 5 takes 0.2 s. */
const largeBytes = 1_000_000;

const compressors: Readonly<Record<Coding, (content: Buffer) => Promise<Buffer>>> = {
  gzip: promisify<Buffer, Buffer>(gzip),
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: content.length > largeBytes ? 5 : constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
};

export function makeStaticFile(type: string, content: Buffer): StaticFile {
  const compressed: Partial<Record<Coding, Promise<Buffer>>> = {};
  return {
    type,
    content,
    tag: `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 16)}"`,
    compressed: (coding) => (compressed[coding] ??= compressors[coding](content)),
  };
}

export async function sendStaticFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  cacheControl: string,
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': cacheControl, etag: file.tag });
  addVary(reply, 'accept-encoding');
  if (matchesTag(request.headers['if-none-match'], file.tag)) return reply.code(304).send();
  reply.type(file.type);
  const coding = chooseCoding(request.headers['accept-encoding']);
  if (coding === undefined || file.type === 'image/png') return reply.send(file.content);
  return reply.header('content-encoding', coding).send(await file.compressed(coding));
}

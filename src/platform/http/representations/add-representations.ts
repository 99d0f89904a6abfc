import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { chooseCoding, compress, compressedFromBytes, isCompressible } from './content-coding.ts';
import { addVary } from './vary.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Adds an ETag to the answer and answers 304 to a client that has it. With `public`, shared caches may reuse
     * answers to requests without a token. Caches must revalidate in both cases.
     */
    etag?: 'public' | 'private';
  }
}

type Done = (error: Error | null, payload?: unknown) => void;

/**
 * Adds ETags and compression to GET answers: ETags where the route asks for them, compression if the client accepts it.
 */
export function addRepresentations(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET' && route.method !== 'HEAD') return;
    const caching = route.config?.etag;
    if (caching) declareNotModified(route);
    const hook = (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void => {
      if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload);
      if (caching && reply.statusCode === 200 && answerNotModified(request, reply, payload, caching)) {
        reply.code(304).removeHeader('content-type').removeHeader('content-length');
        // Fastify's HEAD handling would set the length of a string, and does not accept null.
        return done(null, request.method === 'HEAD' ? Readable.from([]) : null);
      }
      if (payload.length < compressedFromBytes) return done(null, payload);
      sendCompressed(request, reply, payload, done);
    };
    // Must run first: the hook that Fastify adds for HEAD measures the payload and discards it.
    route.onSend = [hook, ...[route.onSend ?? []].flat()];
  });
}

function declareNotModified(route: RouteOptions): void {
  const response = { ...(route.schema?.response as object | undefined) };
  const notModified = {
    description: 'Not modified: the client has this version, as named in If-None-Match.',
    type: 'null',
  };
  route.schema = { ...route.schema, response: { ...response, 304: notModified } };
}

/** Sets ETag and caching headers. Returns true if the client has this version. */
function answerNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string | Buffer,
  caching: 'public' | 'private',
): boolean {
  const type = String(reply.getHeader('content-type') ?? '');
  const known = reply.getHeader('etag');
  // Weak for compressible types, because one answer may be sent in several encodings with different bytes.
  const made = `${isCompressible(type) ? 'W/' : ''}"${hash('sha1', payload, 'base64url')}"`;
  const tag = known === undefined ? made : String(known);
  reply.header('etag', tag);
  if (caching === 'public') addVary(reply, 'authorization');
  if (reply.getHeader('cache-control') === 'no-store') {
    const isShared = caching === 'public' && !carriesToken(request);
    reply.header('cache-control', isShared ? 'public, no-cache' : 'private, no-cache');
  }
  const isKnown = matchesTag(request.headers['if-none-match'], tag);
  if (isKnown && isCompressible(type) && payload.length >= compressedFromBytes)
    addVary(reply, 'accept-encoding');
  return isKnown;
}

const carriesToken = ({ headers, url }: FastifyRequest): boolean =>
  headers.authorization !== undefined || headers.cookie !== undefined || url.includes('access_token=');

/** Compares the tag with those of If-None-Match by weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  // A tag may contain a comma, so the header cannot be split.
  for (const [, known] of ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)) if (known === opaque) return true;
  return false;
}

/**
 * Returns true if a browser may have added the credential itself. Answers to such requests are not compressed because
 * of BREACH: an attacker who can add text to an answer, make the victim's browser repeat the request and see the
 * compressed size can guess the secrets in the answer. Browsers add only cookies and Basic passwords by themselves; a
 * token has to be known.
 */
const isAskedByBrowserAlone = ({ headers }: FastifyRequest): boolean =>
  headers.cookie !== undefined || /^basic\b/i.test(headers.authorization ?? '');

function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string | Buffer,
  done: Done,
): void {
  const type = String(reply.getHeader('content-type') ?? '');
  if (!isCompressible(type) || reply.hasHeader('content-encoding')) return done(null, payload);
  addVary(reply, 'accept-encoding');
  const coding = chooseCoding(request.headers['accept-encoding']);
  if (coding === undefined || isAskedByBrowserAlone(request)) return done(null, payload);
  compress(coding, payload, (error, made) => {
    // On an error, or without a gain, the answer is sent uncompressed.
    if (error || made.length >= payload.length) return done(null, payload);
    reply.header('content-encoding', coding).removeHeader('content-length');
    const tag = reply.getHeader('etag');
    if (tag !== undefined && !String(tag).startsWith('W/')) reply.header('etag', `W/${String(tag)}`);
    done(null, made);
  });
}

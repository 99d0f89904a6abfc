import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { chooseCoding, compress, compressedFromBytes, isCompressible } from './content-coding.ts';
import { addVary } from './vary.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The answer has an ETag, and is not sent again to whoever has it. `public`: without a token anybody may be shown
     * what was kept of it; it is asked for anew each time all the same.
     */
    etag?: 'public' | 'private';
  }
}

type Done = (error: Error | null, payload?: unknown) => void;

/** Of what a GET answers: ETags where its route has them, and compression where the client can take it. */
export function addRepresentations(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method !== 'GET' && route.method !== 'HEAD') return;
    const caching = route.config?.etag;
    if (caching) declareNotModified(route);
    const hook = (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void => {
      if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload);
      if (caching && reply.statusCode === 200 && answerNotModified(request, reply, payload, caching)) {
        reply.code(304).removeHeader('content-type').removeHeader('content-length');
        // What makes HEAD's answers would announce the length of a text, and cannot take nothing.
        return done(null, request.method === 'HEAD' ? Readable.from([]) : null);
      }
      if (payload.length < compressedFromBytes) return done(null, payload);
      sendCompressed(request, reply, payload, done);
    };
    // First: what Fastify adds for HEAD measures the answer and lets go of it.
    route.onSend = [hook, ...[route.onSend ?? []].flat()];
  });
}

function declareNotModified(route: RouteOptions): void {
  const response = { ...(route.schema?.response as object | undefined) };
  const notModified = { description: 'The caller has it already: If-None-Match names it.', type: 'null' };
  route.schema = { ...route.schema, response: { ...response, 304: notModified } };
}

/** Says how the answer may be kept; true where the client has it. */
function answerNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string | Buffer,
  caching: 'public' | 'private',
): boolean {
  const type = String(reply.getHeader('content-type') ?? '');
  const known = reply.getHeader('etag');
  // A text may be sent in several codings, so that its bytes are not always these.
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

/** Any of those that the client has, compared weakly, as If-None-Match asks for (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  // A tag may hold a comma, so it is not a list that can be split.
  for (const [, known] of ifNoneMatch.matchAll(/(?:W\/)?("[^"]*")/g)) if (known === opaque) return true;
  return false;
}

/**
 * Whoever reads the size of compressed answers learns what is in them, byte by byte, where he can add text of his own and
 * make the reader's browser ask time and again (BREACH). He can do that only with what a browser adds by itself, cookies
 * and the password of a Basic dialogue: answers to those are sent as they are. A token has to be known to be used.
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
    // The answer is there all the same, only larger.
    if (error || made.length >= payload.length) return done(null, payload);
    reply.header('content-encoding', coding).removeHeader('content-length');
    const tag = reply.getHeader('etag');
    if (tag !== undefined && !String(tag).startsWith('W/')) reply.header('etag', `W/${String(tag)}`);
    done(null, made);
  });
}

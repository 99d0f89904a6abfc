import type { FastifyRequest } from 'fastify';
import { problem, type Sentence } from '../../problem.ts';
import { refuseEncoded } from '../body-parsers.ts';
import type { App } from '../server.ts';

/** Limit in bytes for a route whose body is a picture. */
export const imageBodyLimit = 8 * 1024 * 1024;

/** Lets the routes of a scope accept a picture as their body. `say` refuses other types. */
export function addImageParser(app: App, say: Sentence['say']): void {
  app.addContentTypeParser(
    /^(?:image\/|application\/octet-stream)/,
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: Buffer, done: (error: null, body: Buffer) => void) => {
      refuseEncoded(request);
      done(null, bytes);
    },
  );
  // Without this parser, the error for unknown types would ask for JSON, which these routes do not accept.
  app.addContentTypeParser('*', (_request, _payload, done) =>
    done(problem('unsupported_media_type', { say })),
  );
}

/** Returns the picture. A request without a body has none. */
export function readImageBody(body: unknown, say: Sentence['say']): Buffer {
  if (!Buffer.isBuffer(body)) throw problem('unsupported_media_type', { say });
  return body;
}

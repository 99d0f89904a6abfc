import type { FastifyRequest } from 'fastify';
import { refuseEncoded } from '../../../platform/http/body-parsers.ts';
import type { App } from '../../../platform/http/server.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';
import { socialProblems as problem } from '../../social.problems.ts';

/** Limit in bytes for a route whose body is a picture. */
export const imageBodyLimit = 8 * 1024 * 1024;

const notAPicture = () => problem('unsupported_media_type', { say: safetyWords.sendImage });

/** Lets the routes of a scope accept a picture as their body. Other routes keep out of the scope. */
export function addImageParser(app: App): void {
  app.addContentTypeParser(
    /^(?:image\/|application\/octet-stream)/,
    { parseAs: 'buffer' },
    (request: FastifyRequest, bytes: Buffer, done: (error: null, body: Buffer) => void) => {
      refuseEncoded(request);
      done(null, bytes);
    },
  );
  // Without this parser, the error for unknown types would ask for JSON, which these routes do not accept.
  app.addContentTypeParser('*', (_request, _payload, done) => done(notAPicture()));
}

export function readImageBody(body: unknown): Buffer {
  if (!Buffer.isBuffer(body)) throw notAPicture();
  return body;
}

import formbody from '@fastify/formbody';
import type { FastifyBodyParser, FastifyInstance } from 'fastify';
import { problem } from '../problem.ts';
import type { App } from './server.ts';
import { refuseUnstorableText } from './validation.ts';

/** Text that may hide U+0000 or a lone surrogate behind an escape: only then is the parsed body walked. */
const suspicious = /\\u(?:0000|[dD][89a-fA-F])/;

export function addBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'remove');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parse: FastifyBodyParser<string> = (request, text, done) => {
    // Clients send the header out of habit with operations that have no body.
    if (text.length === 0) return done(null, undefined);
    void parseJson(request, text, (error: Error | null, body?: unknown) => {
      if (error) return done(problem('malformed_json', { cause: error }));
      if (!suspicious.test(text)) return done(null, body);
      try {
        refuseUnstorableText(body, '');
        done(null, body);
      } catch (refused) {
        done(refused as Error);
      }
    });
  };
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parse);
  app.addContentTypeParser(/^application\/[a-z.-]+\+json(?:;|$)/, { parseAs: 'string' }, parse);
}

const formType = /^application\/x-www-form-urlencoded/i;

export async function addFormParser(app: App): Promise<void> {
  await app.register(formbody);
  app.addHook('preValidation', (request, _reply, done) => {
    try {
      if (formType.test(request.headers['content-type'] ?? '')) refuseUnstorableText(request.body, '');
      done();
    } catch (refused) {
      done(refused as Error);
    }
  });
}

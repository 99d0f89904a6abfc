import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Counter } from 'prom-client';
import { logFailure, sendProblem, toProblem } from '../../../platform/http/errors.ts';
import { chooseLanguage } from '../../../platform/http/language.ts';
import type { App } from '../../../platform/http/server.ts';
import type { ProblemError } from '../../../platform/problem.ts';
import { describeProblem } from './problem-messages.ts';

/**
 * Returns true if the request was refused before an operation ran: the body is no JSON object, too large or of another
 * type, there are too many requests, or the database is unavailable. An operation that fails halfway with an internal
 * error has run.
 */
function neverReached(shown: ProblemError): boolean {
  if (shown.code === 'invalid_input') {
    return !shown.errors || shown.errors.length === 0 || shown.errors.some((error) => error.field === 'body');
  }
  return [400, 404, 413, 415, 429, 503].includes(shown.status) && !operationCodes.has(shown.code);
}

/** Codes of answers by an operation whose status under /v1 would look like one of the above. */
const operationCodes = new Set([
  'code_invalid',
  'unknown_email',
  'unknown_user',
  'too_many_attempts',
  'provider_unavailable',
]);

/**
 * Makes the four operations of the interface document answer 200 in every case. No status shows an internal error then,
 * so such errors are counted here.
 */
export function answerErrorsAsDocument(
  app: Pick<App, 'setErrorHandler' | 'addHook'>,
  failures: Pick<Counter, 'inc'>,
): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, neverAnswers: ['internal_error'] };
  });
  app.setErrorHandler((error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const shown = toProblem(error);
    if (neverReached(shown)) return sendProblem(shown, request, reply);
    logFailure(error, shown, request);
    if (shown.code === 'internal_error') failures.inc();
    const language = chooseLanguage(request.headers['accept-language']);
    const { errors } = shown.show(language);
    return reply
      .code(200)
      .headers(shown.headers)
      .header('content-language', language)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send({
        status: 'error',
        msg: describeProblem(shown, language),
        code: shown.code,
        ...(errors ? { errors } : {}),
      });
  });
}

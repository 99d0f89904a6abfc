import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Counter } from 'prom-client';
import { showDetail } from '../../platform/http/details/translate-detail.ts';
import { logFailure, sendProblem, toProblem } from '../../platform/http/errors.ts';
import { chooseLanguage } from '../../platform/http/language.ts';
import type { App } from '../../platform/http/server.ts';
import type { ProblemError } from '../../platform/problem.ts';
import { describeProblem } from './problem-messages.ts';

/**
 * The request was refused before an operation ran: no JSON object, too large, of another type, too many requests, or
 * the database is away. An operation that failed halfway, by a fault of ours, has run.
 */
function neverReached(shown: ProblemError): boolean {
  if (shown.code === 'invalid_input') {
    return !shown.errors || shown.errors.length === 0 || shown.errors.some((error) => error.field === 'body');
  }
  return [400, 404, 413, 415, 429, 503].includes(shown.status) && !operationCodes.has(shown.code);
}

/** Answers of an operation whose status under /v1 would be one of the above. */
const operationCodes = new Set([
  'code_invalid',
  'unknown_email',
  'unknown_user',
  'too_many_attempts',
  'provider_unavailable',
]);

/**
 * The four operations of the document answer 200 with a status, whatever becomes of them. Since no status shows that
 * one failed by our fault, it is counted here.
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
    const { errors } = showDetail(shown, language, reply.server.translateDetail);
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

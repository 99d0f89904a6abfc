import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  isCollision,
  isDatabaseUnavailable,
  lacksRoom,
  tookTooLong,
} from '../postgres/client/availability.ts';
import { overloaded } from '../postgres/client/connection-queue.ts';
import { problem, ProblemError } from '../problem.ts';
import { showDetail, type TranslateDetail } from './details/translate-detail.ts';
import { chooseLanguage } from './language.ts';
import { addVary } from './representations/vary.ts';
import { describeValidation } from './validation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    translateDetail: TranslateDetail;
    /** In place of a problem, for whoever opened the address in a browser; nothing where it is no address for people. */
    readonly sendProblemPage?: SendProblemPage;
  }
}

export type SendProblemPage = (
  shown: ProblemError,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | undefined;

/** Longer than for a place in line: what was waited for was held for 15 s, or taken five times. */
const brokenOffRetrySeconds = 5;
/** Somebody has to make room first. */
const fullRetrySeconds = 30;

/** Whatever was thrown, as a problem that a client may see. The cause stays in the log. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isGone(error))
    return problem('invalid_input', { detail: 'The request was not sent to its end.', cause: error });
  if (isDatabaseUnavailable(error)) {
    return problem('database_unavailable', {
      detail:
        error.outcome === 'undone'
          ? 'The database cannot be reached. Nothing was changed; try again in a moment.'
          : 'The database went away before it answered. Whether this was done is not known: look, or send it again with the same Idempotency-Key where the operation takes one.',
      headers: { 'retry-after': '1' },
      cause: error,
    });
  }
  if (lacksRoom(error)) {
    return problem('database_unavailable', {
      detail: 'The database cannot write at the moment. Nothing was changed; try again later.',
      headers: { 'retry-after': String(fullRetrySeconds) },
      cause: error,
    });
  }
  if (tookTooLong(error) || isCollision(error)) return overloaded(brokenOffRetrySeconds, error);
  const known = error as FastifyError;
  if (known.validation) {
    return describeValidation(known.validation, known.validationContext ?? 'body');
  }
  switch (known.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem('payload_too_large', { cause: error });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problem('unsupported_media_type', { detail: 'Send application/json.', cause: error });
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return problem('not_found', { cause: error });
    case 'FST_ERR_BAD_URL':
      // Its own message has the whole address, with whatever token stands in it.
      return problem('invalid_input', {
        detail: 'The path cannot be read: behind a % two hexadecimal digits of UTF-8 are missing.',
        cause: error,
      });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return problem('invalid_input', { detail: known.message, cause: error });
    default:
      return problem('internal_error', { cause: error });
  }
}

/** The client went away in the middle of its request. Its code is that of any connection that breaks, the database's too. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && error.message === 'aborted' && 'code' in error && error.code === 'ECONNRESET';

export function problemBody(
  error: ProblemError,
  requestId: string,
  { detail, errors }: Pick<ProblemError, 'detail' | 'errors'> = error,
): Record<string, unknown> {
  return {
    type: `/problems#${error.code}`,
    title: error.title,
    status: error.status,
    detail,
    code: error.code,
    request_id: requestId,
    ...(errors === undefined ? {} : { errors }),
    ...error.members,
  };
}

/** Only our own faults are logged: what a client did wrong stands in its answer and concerns nobody else. */
export function logFailure(error: unknown, shown: ProblemError, request: FastifyRequest): void {
  if (shown.status < 500) return;
  const level = shown.status === 500 ? 'error' : 'warn';
  request.log[level]({ err: error, code: shown.code }, 'request failed');
}

const codes = new WeakMap<FastifyRequest, string>();

/** The code of the problem that a request was answered with; nothing where it was not. */
export const problemCodeOf = (request: FastifyRequest): string | undefined => codes.get(request);

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = toProblem(error);
  logFailure(error, shown, request);
  codes.set(request, shown.code);
  if (shown.code === 'payload_too_large') takeToItsEnd(request, reply);
  const page = reply.server.sendProblemPage?.(shown, request, reply);
  if (page) return page;
  const wanted = chooseLanguage(request.headers['accept-language']);
  const { language, ...words } = showDetail(shown, wanted, reply.server.translateDetail);
  addVary(reply, 'accept-language');
  return reply
    .code(shown.status)
    .headers(shown.headers)
    .header('content-language', language)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problemBody(shown, request.id, words));
}

/**
 * Fastify would close the connection. Whoever still sends then gets a reset that often takes the answer with it: a lost
 * connection, which is tried again, where 413 should be read. The rest is read and dropped instead, as after any other
 * early answer, within the time that a request may take.
 */
function takeToItsEnd(request: FastifyRequest, reply: FastifyReply): void {
  reply.removeHeader('connection');
  request.raw.resume();
}

export function addErrorHandlers(
  app: FastifyInstance,
  onNotFound: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    onNotFound(request, reply);
    return sendProblem(
      problem('not_found', { detail: `Nothing answers ${request.method} ${pathOf(request.url)} here.` }),
      request,
      reply,
    );
  });
}

/** A query may carry a token, so nothing but the path is ever written down or sent back. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

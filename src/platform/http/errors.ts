import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  isCollision,
  isDatabaseUnavailable,
  lacksResources,
  tookTooLong,
} from '../postgres/client/availability.ts';
import { overloaded } from '../postgres/client/connection-queue.ts';
import { problem, ProblemError, type Words } from '../problem.ts';
import { chooseLanguage } from './language.ts';
import { addVary } from './representations/vary.ts';
import { describeValidation } from './validation.ts';
import { platformWords } from '../words/platform-words.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends an error page instead of a problem to a browser. Undefined where no browser is expected. */
    readonly sendProblemPage?: SendProblemPage;
  }
}

export type SendProblemPage = (
  shown: ProblemError,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | undefined;

/**
 * Retry-After in seconds after PostgreSQL cancelled a statement. Longer than for a full queue, because the statement
 * ran into its time limit, or its transaction failed five times on conflicts.
 */
const brokenOffRetrySeconds = 5;
/** Retry-After in seconds if PostgreSQL lacks disk space or memory: an administrator has to help first. */
const shortageRetrySeconds = 30;

/** Why the database is not available, by the code of PostgreSQL. All of these have changed nothing. */
const unavailableWords: Readonly<Record<string, Words>> = {
  '25006': platformWords.databaseReadOnly,
  '53100': platformWords.databaseFull,
  '53200': platformWords.databaseOutOfMemory,
  '53300': platformWords.databaseConnectionsUsed,
  '57P03': platformWords.databaseStarting,
  '58030': platformWords.databaseFilesFail,
};

const unavailableWordsOf = (cause: unknown): Words | undefined =>
  cause instanceof Error && 'code' in cause ? unavailableWords[String(cause.code)] : undefined;

/** Turns any thrown value into a problem that a client may see. The cause goes to the log only. */
export function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isGone(error)) return problem('invalid_input', { say: platformWords.requestCutOff, cause: error });
  if (isDatabaseUnavailable(error)) {
    return problem('database_unavailable', {
      say:
        error.outcome === 'unknown'
          ? platformWords.outcomeUnknown
          : (unavailableWordsOf(error.cause) ?? platformWords.databaseUnreachable),
      headers: { 'retry-after': '1' },
      cause: error,
    });
  }
  if (lacksResources(error)) {
    return problem('database_unavailable', {
      say: unavailableWordsOf(error) ?? platformWords.databaseShort,
      headers: { 'retry-after': String(shortageRetrySeconds) },
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
      return problem('unsupported_media_type', { say: platformWords.sendJson, cause: error });
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return problem('not_found', { cause: error });
    case 'FST_ERR_BAD_URL':
      // Fastify's own message contains the whole URL, which may carry a token.
      return problem('invalid_input', {
        say: platformWords.unreadablePath,
        cause: error,
      });
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return problem('invalid_input', { say: platformWords.contentLength, cause: error });
    default:
      return problem('internal_error', { cause: error });
  }
}

/**
 * Returns true if the client closed the connection during its request. The message is compared too, because every
 * broken connection has this code, including the database's.
 */
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

/** Logs server errors only: the cause of a client error is in the answer. */
export function logFailure(error: unknown, shown: ProblemError, request: FastifyRequest): void {
  if (shown.status < 500) return;
  const level = shown.status === 500 ? 'error' : 'warn';
  request.log[level]({ err: error, code: shown.code }, 'request failed');
}

const codes = new WeakMap<FastifyRequest, string>();

/** Returns the code of the problem that the request was answered with, or undefined. */
export const problemCodeOf = (request: FastifyRequest): string | undefined => codes.get(request);

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = toProblem(error);
  logFailure(error, shown, request);
  codes.set(request, shown.code);
  if (shown.code === 'payload_too_large') takeToItsEnd(request, reply);
  const page = reply.server.sendProblemPage?.(shown, request, reply);
  if (page) return page;
  const language = chooseLanguage(request.headers['accept-language']);
  addVary(reply, 'accept-language');
  return reply
    .code(shown.status)
    .headers(shown.headers)
    .header('content-language', language)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problemBody(shown, request.id, shown.show(language)));
}

/**
 * Reads and drops the rest of the request, within its time limit. Fastify would close the connection. A client that is
 * still sending would then get a reset, which often discards the answer: it would see a lost connection and retry,
 * instead of reading the 413.
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
      problem('not_found', {
        say: platformWords.nothingAnswers,
        values: { method: request.method, path: pathOf(request.url) },
      }),
      request,
      reply,
    );
  });
}

/** Returns the path without the query, which may carry a token. Only paths are logged or sent back. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

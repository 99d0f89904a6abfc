import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newRequestId } from '../../ids.ts';
import { problem, type ProblemError } from '../../problem.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { problemBody } from '../errors.ts';
import { platformWords } from '../../words/platform-words.ts';

// An import would read all exports of the module, which loads Node's fetch and WebSocket and takes a tenth of a second.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

type ParserError = Error & { code?: string };

/** Errors of clients that closed the connection during their request. No answer can reach them. */
const gone = new Set<string | undefined>(['ECONNRESET', 'HPE_INVALID_EOF_STATE']);

/** Error code for rejected WebSocket handshakes. The WebSocket server would answer with its own page. */
export const badHandshake = 'bad_handshake';

/** Answers requests that the HTTP parser rejects before any route or hook runs. */
export interface UnparsedRefusals {
  readonly onClientError: (error: ParserError, socket: Socket) => void;
  readonly onExpectation: (request: IncomingMessage, response: ServerResponse) => void;
}

export function refuseUnparsed(log: Logger, headers: Readonly<Record<string, string>>): UnparsedRefusals {
  const describe = (refusal: ProblemError, cause: string | undefined) => {
    const requestId = newRequestId();
    log.info({ request_id: requestId, status: refusal.status, cause }, 'a request could not be read');
    const body = JSON.stringify(problemBody(refusal, requestId));
    return {
      body,
      headers: {
        ...headers,
        ...refusal.headers,
        'x-request-id': requestId,
        'content-type': 'application/problem+json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        connection: 'close',
      },
    };
  };
  return {
    onClientError(error, socket) {
      if (gone.has(error.code) || !socket.writable) return socket.destroy();
      const refusal = toRefusal(error);
      const answer = describe(refusal, error.code);
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.end(
        `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}\r\n${lines.join('')}\r\n${answer.body}`,
      );
    },
    onExpectation(_request, response) {
      const refusal = problem('expectation_failed', { say: platformWords.only100Continue });
      const answer = describe(refusal, 'expectation');
      response.writeHead(refusal.status, answer.headers).end(answer.body);
    },
  };
}

function toRefusal(error: ParserError): ProblemError {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return problem('request_timeout', { say: platformWords.requestTooSlow });
    case 'HPE_HEADER_OVERFLOW':
      return problem('headers_too_large', { say: platformWords.headTooLong });
    case badHandshake:
      return problem('invalid_input', {
        say: platformWords.webSocketHeaders,
        headers: { 'sec-websocket-version': '13' },
      });
    default:
      return problem('invalid_input', { say: platformWords.notHttp });
  }
}

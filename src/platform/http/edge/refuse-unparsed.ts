import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { newRequestId } from '../../ids.ts';
import { problem, type ProblemError } from '../../problem.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { problemBody } from '../errors.ts';

// An import would read all that the module exports, and load Node's fetch and WebSocket with it: a tenth of a second.
const { STATUS_CODES } = process.getBuiltinModule('node:http');

type ParserError = Error & { code?: string };

/** The client went in the middle of its request: nobody is there to read an answer. */
const gone = new Set<string | undefined>(['ECONNRESET', 'HPE_INVALID_EOF_STATE']);

/** The code of what a WebSocket server refuses; it would answer with a page of its own. */
export const badHandshake = 'bad_handshake';

/** What the parser of HTTP itself refuses, before there is a request that a route or a hook could see. */
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
      const refusal = problem('expectation_failed', { detail: 'Only Expect: 100-continue can be met.' });
      const answer = describe(refusal, 'expectation');
      response.writeHead(refusal.status, answer.headers).end(answer.body);
    },
  };
}

function toRefusal(error: ParserError): ProblemError {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return problem('request_timeout', { detail: 'The request did not come to its end in time.' });
    case 'HPE_HEADER_OVERFLOW':
      return problem('headers_too_large', { detail: 'The address and the headers are too long together.' });
    case badHandshake:
      return problem('invalid_input', {
        detail: 'A WebSocket begins with a Sec-WebSocket-Key of 16 bytes and Sec-WebSocket-Version: 13.',
        headers: { 'sec-websocket-version': '13' },
      });
    default:
      return problem('invalid_input', { detail: 'The request is not valid HTTP.' });
  }
}

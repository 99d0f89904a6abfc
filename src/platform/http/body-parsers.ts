import { isUtf8 } from 'node:buffer';
import { parse as parseQuery } from 'node:querystring';
import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify';
import { memoryReturn } from '../images/return-memory.ts';
import { problem } from '../problem.ts';
import { deepestBody, refuseUnfitBody } from './validation.ts';

/**
 * Text that may have a control character or a lone surrogate, mostly behind an escape: only then, or where it may be
 * deep, is the parsed body walked.
 */
const suspicious = /\\(?:u(?:00[0189]|007[fF]|[dD][89a-fA-F])|[bf])|[\u007f-\u009f]/;

/** Most bodies have a handful of brackets, and finding them costs less than looking at the parsed body. */
function mayBeTooDeep(text: string): boolean {
  let left = deepestBody;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1; at = text.indexOf(bracket, at + 1)) {
      if (left === 0) return true;
      left -= 1;
    }
  }
  return false;
}

export function addBodyParsers(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('remove', 'remove');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parse: FastifyBodyParser<Buffer> = (request, bytes, done) => {
    // Clients send the header out of habit with operations that have no body.
    if (bytes.length === 0) return done(null, undefined);
    memoryReturn.note(bytes.length);
    const text = decode(request, bytes, 'malformed_json');
    void parseJson(request, text, (error: Error | null, body?: unknown) => {
      if (error) return done(problem('malformed_json', { cause: error }));
      if (!suspicious.test(text) && !mayBeTooDeep(text)) return done(null, body);
      try {
        refuseUnfitBody(body);
        done(null, body);
      } catch (refused) {
        done(refused as Error);
      }
    });
  };
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, parse);
  app.addContentTypeParser(/^application\/[a-z.-]+\+json(?:;|$)/, { parseAs: 'buffer' }, parse);
}

const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i;
const readableCharset = /^(?:utf-?8|us-ascii)$/i;
/** What old HTTP libraries name where nobody told them, whatever they then send. */
const oldCharset = /^(?:iso-8859-1|latin-?1|windows-1252)$/i;
const oldText = new TextDecoder('windows-1252');

/**
 * Nothing is unpacked here: a few bytes could become a gigabyte. Taken as it is, it would be called malformed, or, where
 * bytes of any kind are taken, be kept.
 */
export function refuseEncoded({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const codings = headers['content-encoding']?.split(',') ?? [];
  if (codings.every((coding) => /^(?:identity)?$/i.test(coding.trim()))) return;
  throw problem('unsupported_media_type', {
    detail: 'Send the body as it is: no Content-Encoding but identity is taken.',
    headers: { 'accept-encoding': 'identity' },
  });
}

/** Node alone would put U+FFFD for every byte that is no UTF-8, and so make one password of two. */
function decode(
  request: FastifyRequest,
  bytes: Buffer,
  otherwise: 'malformed_json' | 'invalid_input',
): string {
  if (bytes.length > 0) refuseEncoded(request);
  const named = charset.exec(request.headers['content-type'] ?? '')?.[1];
  const isOld = named !== undefined && oldCharset.test(named);
  if (named !== undefined && !isOld && !readableCharset.test(named)) {
    throw problem('unsupported_media_type', { detail: 'The body must be in UTF-8.' });
  }
  if (isUtf8(bytes)) return bytes.toString();
  if (isOld) return oldText.decode(bytes);
  throw problem(otherwise, { detail: 'The body must be in UTF-8.' });
}

/** The largest form, the pages of a presentation, has about half as many. */
const mostFields = 100;

/** Counted before parsing: an object of a hundred thousand names takes a quarter of a second to build. */
function hasMoreFields(text: string, most: number): boolean {
  let fields = 1;
  for (let at = text.indexOf('&'); at !== -1 && fields <= most; at = text.indexOf('&', at + 1)) fields += 1;
  return fields > most;
}

export function addFormParser(app: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  const parse: FastifyBodyParser<Buffer> = (request, bytes, done) => {
    replacePluses(bytes);
    const text = decode(request, bytes, 'invalid_input');
    if (hasMoreFields(text, mostFields)) {
      throw problem('invalid_input', { detail: `A form may have at most ${mostFields} fields.` });
    }
    const form = parseQuery(text, '&', '=', { maxKeys: 0, decodeURIComponent: decodePercent });
    refuseUnfitBody(form);
    done(null, form);
  };
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, parse);
}

const plus = 0x2b;
const space = 0x20;
const percent = 0x25;

/** In the bytes: `parseQuery` makes `%20` of each plus sign, and decoding a million of these takes seconds. */
function replacePluses(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === plus) bytes[at] = space;
}

/** -1 for what is no hexadecimal digit. */
const hexDigits = Int8Array.from({ length: 256 }, (_none, code) =>
  '0123456789abcdef'.indexOf(String.fromCodePoint(code).toLowerCase()),
);
const hexDigitAt = (bytes: Buffer, at: number): number => hexDigits[bytes[at] ?? 0] ?? -1;

/**
 * A percent sign that a client forgot to encode stays as it was sent, and so does a value that is no UTF-8. One pass over
 * the bytes: a form can have half a million encoded characters, and a call or an exception for each takes seconds.
 */
function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  const bytes = Buffer.from(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at++, length++) {
    const high = bytes[at] === percent ? hexDigitAt(bytes, at + 1) : -1;
    const low = high === -1 ? -1 : hexDigitAt(bytes, at + 2);
    bytes[length] = low === -1 ? (bytes[at] ?? 0) : high * 16 + low;
    if (low !== -1) at += 2;
  }
  const decoded = bytes.subarray(0, length);
  return isUtf8(decoded) ? decoded.toString() : text;
}

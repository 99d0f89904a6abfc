import { isUtf8 } from 'node:buffer';
import { parse as parseQuery } from 'node:querystring';
import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify';
import { memoryReturn } from '../images/return-memory.ts';
import { problem } from '../problem.ts';
import { deepestBody, refuseUnfitBody } from './validation.ts';
import { platformWords } from '../words/platform-words.ts';

/**
 * Matches text that may contain a control character or a lone surrogate, usually as an escape. The parsed body is
 * checked only if this matches or if it may be nested too deeply.
 */
const suspicious = /\\(?:u(?:00[0189]|007[fF]|[dD][89a-fA-F])|[bf])|[\u007f-\u009f]/;

/**
 * Returns true if the text has enough brackets to be nested too deeply. Most bodies have few, and counting them is
 * cheaper than walking the parsed body.
 */
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
    // Many clients send the content-type header with requests that have no body.
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
/** Charsets that old HTTP libraries declare by default, regardless of the actual encoding. */
const oldCharset = /^(?:iso-8859-1|latin-?1|windows-1252)$/i;
const oldText = new TextDecoder('windows-1252');

/**
 * Rejects compressed bodies, because a few bytes could decompress to a gigabyte. Without this check, such a body would
 * be reported as malformed JSON, or be stored by routes that accept any bytes.
 */
export function refuseEncoded({ headers }: Pick<FastifyRequest, 'headers'>): void {
  const codings = headers['content-encoding']?.split(',') ?? [];
  if (codings.every((coding) => /^(?:identity)?$/i.test(coding.trim()))) return;
  throw problem('unsupported_media_type', {
    say: platformWords.noContentEncoding,
    headers: { 'accept-encoding': 'identity' },
  });
}

/**
 * Decodes the body and rejects invalid UTF-8. Node would replace each invalid byte by U+FFFD, so that two different
 * passwords could become equal.
 */
function decode(
  request: FastifyRequest,
  bytes: Buffer,
  otherwise: 'malformed_json' | 'invalid_input',
): string {
  if (bytes.length > 0) refuseEncoded(request);
  const named = charset.exec(request.headers['content-type'] ?? '')?.[1];
  const isOld = named !== undefined && oldCharset.test(named);
  if (named !== undefined && !isOld && !readableCharset.test(named)) {
    throw problem('unsupported_media_type', { say: platformWords.bodyInUtf8 });
  }
  if (isUtf8(bytes)) return bytes.toString();
  if (isOld) return oldText.decode(bytes);
  throw problem(otherwise, { say: platformWords.bodyInUtf8 });
}

/** Maximum number of form fields. The largest form, the pages of a presentation, has about half as many. */
const mostFields = 100;

/** Counts the fields before parsing: building an object of a hundred thousand names takes a quarter of a second. */
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
      throw problem('invalid_input', { say: platformWords.mostFormFields, values: { most: mostFields } });
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

/**
 * Replaces plus signs in the raw bytes. `parseQuery` would turn each into `%20`, and decoding a million of these takes
 * seconds.
 */
function replacePluses(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === plus) bytes[at] = space;
}

/** Value of each hexadecimal digit by its character code; -1 for other characters. */
const hexDigits = Int8Array.from({ length: 256 }, (_none, code) =>
  '0123456789abcdef'.indexOf(String.fromCodePoint(code).toLowerCase()),
);
const hexDigitAt = (bytes: Buffer, at: number): number => hexDigits[bytes[at] ?? 0] ?? -1;

/**
 * Decodes percent sequences. An unencoded percent sign stays as it was sent, and so does a value that is not valid
 * UTF-8. The bytes are decoded in one pass: a form can have half a million encoded characters, and a call or an
 * exception for each would take seconds.
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

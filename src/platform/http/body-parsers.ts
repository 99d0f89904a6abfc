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

const encodedBytes = /(?:%[\da-f]{2})+/gi;

/**
 * What encodes nothing stays as it was sent: a percent sign that a client forgot to encode, and bytes that are no UTF-8.
 * Bytes are looked at instead of decoded and caught: a form can have a quarter of a million that are wrong, and as many
 * exceptions take seconds.
 */
const decodePercent = (text: string): string =>
  text.replaceAll(encodedBytes, (encoded) => {
    const bytes = Buffer.from(encoded.replaceAll('%', ''), 'hex');
    return isUtf8(bytes) ? bytes.toString() : encoded;
  });

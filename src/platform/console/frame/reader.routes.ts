import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientNetworkOf } from '../../http/edge/client-network.ts';
import { readHostCookie, writeHostCookie } from '../../http/edge/host-cookie.ts';
import { pathOf } from '../../http/errors.ts';
import { pageLanguage, type Language } from '../../http/language.ts';
import { formTokenName } from '../../pages/form-parts.page.ts';
import { problem } from '../../problem.ts';
import { newToken } from '../../tokens/opaque-token.ts';
import type { ConsoleContext, Visitor } from '../console-context.ts';
import type { Fields } from '../console-page.ts';
import { findConsoleSession, type ConsoleSession } from '../sessions/console-sessions.ts';
import { longestSessionMs } from '../sessions/session.rules.ts';
import { consoleTexts, type ConsoleTexts } from '../texts/console-texts.ts';

const sessionCookie = 'praca_console';
/** Stays after the sign-out: a sign-in by a browser without a known one is mailed. */
const visitCookie = 'praca_visit';
const languageCookie = 'praca_language';
const doneCookie = 'praca_done';
/** Long enough for a redirection. */
const doneSeconds = 60;
const yearSeconds = 365 * 86_400;
const longestUserAgent = 300;

/** Whoever asks, before anything is known of what they may. */
export interface Reader {
  readonly session: ConsoleSession | undefined;
  readonly language: Language;
  readonly texts: ConsoleTexts;
  /** For the forms of this page. */
  readonly formToken: string;
  isOwnForm(fields: Fields): boolean;
  readonly visitor: Visitor;
  readonly nowMs: number;
  /** The same page in another language. */
  inLanguage(language: Language): string;
  readonly isSandbox: boolean;
}

export async function meetReader(
  context: ConsoleContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Reader> {
  const { publicUrl } = context;
  const cookie = (name: string): string | undefined =>
    readHostCookie(publicUrl, name, request.headers.cookie);
  const session = await findConsoleSession(context, cookie(sessionCookie), {
    isWatching: request.headers['x-watching'] !== undefined,
  });
  const language = chooseLanguage(context, request, reply, cookie(languageCookie));
  const visit = session ? cookie(visitCookie) : keepVisit(context, reply, cookie(visitCookie));
  const token = session?.formToken ?? strangersToken(visit ?? '');
  return {
    session,
    language,
    texts: consoleTexts[language],
    formToken: mask(token),
    isOwnForm: (fields) => isMaskOf(fields(formTokenName), token),
    visitor: { ...visitorOf(request), ...(visit === undefined ? {} : { device: visit }) },
    nowMs: context.clock.nowMs(),
    inLanguage: (other) => linkInLanguage(request, other),
    isSandbox: context.settings.ENVIRONMENT === 'sandbox',
  };
}

export const visitorOf = (request: FastifyRequest): Visitor => ({
  address: clientNetworkOf(request.ip),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, longestUserAgent).toWellFormed(),
});

function chooseLanguage(
  context: ConsoleContext,
  request: FastifyRequest,
  reply: FastifyReply,
  remembered: string | undefined,
): Language {
  const { lang: asked } = (request.query ?? {}) as { lang?: unknown };
  const chosen = typeof asked === 'string' ? asked : undefined;
  const language = pageLanguage(chosen ?? remembered, request.headers['accept-language']);
  if (chosen === language) addCookie(context, reply, languageCookie, language, yearSeconds);
  return language;
}

/** With its query, which may be a filter or a token. */
function linkInLanguage(request: FastifyRequest, language: Language): string {
  const query = new URLSearchParams(request.url.slice(pathOf(request.url).length));
  query.set('lang', language);
  return `${pathOf(request.url)}?${query.toString()}`;
}

function keepVisit(context: ConsoleContext, reply: FastifyReply, known: string | undefined): string {
  const visit = known ?? newToken();
  if (known === undefined) addCookie(context, reply, visitCookie, visit, yearSeconds);
  return visit;
}

/** Before there is a session: what a form must bring is bound to a cookie of the browser that was shown it. */
const strangersToken = (visit: string): string =>
  createHash('sha256').update(`form\0${visit}`).digest('base64url');

function addCookie(
  { publicUrl }: ConsoleContext,
  reply: FastifyReply,
  name: string,
  value: string,
  seconds: number,
): void {
  reply.header('set-cookie', writeHostCookie(publicUrl, name, value, seconds));
}

export function keepSession(context: ConsoleContext, reply: FastifyReply, token: string): void {
  addCookie(context, reply, sessionCookie, token, longestSessionMs / 1000);
}

export function forgetSession(context: ConsoleContext, reply: FastifyReply): void {
  addCookie(context, reply, sessionCookie, '', 0);
}

/** No act, but told in the same way: the session had ended before the form came. */
export const lostForm = 'lost-form';

/** The page that follows says what was done: by this browser a moment ago, and not by a link that somebody made up. */
export function tellDone(context: ConsoleContext, reply: FastifyReply, name: string): string {
  addCookie(context, reply, doneCookie, name, doneSeconds);
  return `done=${encodeURIComponent(name)}`;
}

/** Once: whoever comes back to the page, or loads it again, has not done it again. */
export function hearDone(
  context: ConsoleContext,
  request: FastifyRequest,
  reply: FastifyReply,
): string | undefined {
  const told = readHostCookie(context.publicUrl, doneCookie, request.headers.cookie);
  if (told === undefined || told !== fieldsOf(request.query)('done')) return undefined;
  addCookie(context, reply, doneCookie, '', 0);
  return told;
}

/** Of a form or a query; of what was sent twice nothing is taken. */
export function fieldsOf(given: unknown): Fields {
  const fields = (given ?? {}) as Record<string, unknown>;
  return (name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return typeof value === 'string' ? value : '';
  };
}

/** One that this reader was given: no other page can have it sent. */
export function readOwnForm(reader: Reader, { body }: FastifyRequest): Fields {
  const fields = fieldsOf(body);
  if (!reader.isOwnForm(fields)) throw problem('forbidden', { detail: 'form' });
  return fields;
}

const combine = (noise: Buffer, text: Buffer): Buffer =>
  Buffer.from(text.map((byte, at) => byte ^ (noise[at] ?? 0)));

/** Drawn differently on every page: how well a page compresses must not tell what its token is. */
function mask(token: string): string {
  const plain = Buffer.from(token);
  const noise = randomBytes(plain.length);
  return Buffer.concat([noise, combine(noise, plain)]).toString('base64url');
}

/** In constant time. A form of another site, or of a page from before the sign-in, does not have it. */
function isMaskOf(given: string, token: string): boolean {
  const [bytes, plain] = [Buffer.from(given, 'base64url'), Buffer.from(token)];
  if (bytes.length !== 2 * plain.length) return false;
  return timingSafeEqual(combine(bytes.subarray(0, plain.length), bytes.subarray(plain.length)), plain);
}

/** Only ever to a page of the console. */
export function safeTarget(context: ConsoleContext, asked: string, otherwise = '/console'): string {
  if (asked === '' || asked.length > 2000 || !URL.canParse(asked, context.publicUrl)) return otherwise;
  const url = new URL(asked, context.publicUrl);
  const isOurs = url.origin === new URL(context.publicUrl).origin && /^\/console(?:\/|$)/.test(url.pathname);
  return isOurs && !asked.startsWith('//') ? `${url.pathname}${url.search}` : otherwise;
}

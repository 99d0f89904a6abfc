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
import { whyEnded, type SessionEnd } from '../sessions/find-session-end.ts';
import { endsKeptMs, longestSessionMs } from '../sessions/session.rules.ts';
import { consoleTexts, type ConsoleTexts } from '../texts/console-texts.ts';

const sessionCookie = 'praca_console';
/** Kept after sign-out. A sign-in from a browser without a known cookie is mailed to the person. */
const visitCookie = 'praca_visit';
const languageCookie = 'praca_language';
const doneCookie = 'praca_done';
const arrivalCookie = 'praca_arrival';
/** The cookies of a redirect only have to last for it. */
const doneSeconds = 60;
const yearSeconds = 365 * 86_400;
const longestUserAgent = 300;

/** The sender of a request before any access check. */
export interface Reader {
  readonly session: ConsoleSession | undefined;
  readonly language: Language;
  readonly texts: ConsoleTexts;
  /** CSRF token for the forms of this page. */
  readonly formToken: string;
  isOwnForm(fields: Fields): boolean;
  readonly visitor: Visitor;
  readonly nowMs: number;
  /** Returns the address of the same page in another language. */
  inLanguage(language: Language): string;
  readonly isSandbox: boolean;
  /** This is the first page after a sign-in. The person before may have been on a page that this one may not open. */
  readonly isArriving: boolean;
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
  const isArriving = request.method === 'GET' && cookie(arrivalCookie) !== undefined;
  if (isArriving) addCookie(context, reply, arrivalCookie, '', 0);
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
    isArriving,
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

/** Keeps the query, which may contain a filter or a token. */
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

/** CSRF token before the sign-in, derived from a cookie of the browser. */
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
  // Kept longer than the session, so that the sign-in page can say why it ended.
  addCookie(context, reply, sessionCookie, token, (longestSessionMs + endsKeptMs) / 1000);
  addCookie(context, reply, arrivalCookie, '1', doneSeconds);
}

/** Returns why the session of this browser has ended. */
export const hearEnd = (context: ConsoleContext, request: FastifyRequest): Promise<SessionEnd | undefined> =>
  whyEnded(context, readHostCookie(context.publicUrl, sessionCookie, request.headers.cookie));

export function forgetSession(context: ConsoleContext, reply: FastifyReply): void {
  addCookie(context, reply, sessionCookie, '', 0);
}

/** Shown like a completed act: the session had ended before the form was submitted. */
export const lostForm = 'lost-form';

/**
 * The next page confirms the act. A cookie proves that this browser just did it, so a crafted link cannot show the
 * message.
 */
export function flashDone(context: ConsoleContext, reply: FastifyReply, name: string): string {
  addCookie(context, reply, doneCookie, name, doneSeconds);
  return `done=${encodeURIComponent(name)}`;
}

/** Returns the completed act once. A reload shows no message. */
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

/** Reads fields of a form or query. A field that occurs twice counts as empty. */
export function fieldsOf(given: unknown): Fields {
  const fields = (given ?? {}) as Record<string, unknown>;
  return (name) => {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return typeof value === 'string' ? value : '';
  };
}

/** Reads a form with a valid CSRF token. Other sites do not have the token. */
export function readOwnForm(reader: Reader, { body }: FastifyRequest): Fields {
  const fields = fieldsOf(body);
  if (!reader.isOwnForm(fields)) throw problem('forbidden', { members: { form: 'stale' } });
  return fields;
}

const combine = (noise: Buffer, text: Buffer): Buffer =>
  Buffer.from(text.map((byte, at) => byte ^ (noise[at] ?? 0)));

/** Masks the token with random bytes on each page, so that the compressed size does not reveal it (BREACH). */
function mask(token: string): string {
  const plain = Buffer.from(token);
  const noise = randomBytes(plain.length);
  return Buffer.concat([noise, combine(noise, plain)]).toString('base64url');
}

/** Compares in constant time. Forms of other sites or from before the sign-in fail. */
function isMaskOf(given: string, token: string): boolean {
  const [bytes, plain] = [Buffer.from(given, 'base64url'), Buffer.from(token)];
  if (bytes.length !== 2 * plain.length) return false;
  return timingSafeEqual(combine(bytes.subarray(0, plain.length), bytes.subarray(plain.length)), plain);
}

/** Accepts only addresses of the console, so that redirects cannot leave it. */
export function safeTarget(context: ConsoleContext, asked: string, otherwise = '/console'): string {
  if (asked === '' || asked.length > 2000 || !URL.canParse(asked, context.publicUrl)) return otherwise;
  const url = new URL(asked, context.publicUrl);
  const isOurs = url.origin === new URL(context.publicUrl).origin && /^\/console(?:\/|$)/.test(url.pathname);
  return isOurs && !asked.startsWith('//') ? `${url.pathname}${url.search}` : otherwise;
}

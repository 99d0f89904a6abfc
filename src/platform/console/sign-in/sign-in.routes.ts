import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, type Html } from '../../http/page.ts';
import type { App } from '../../http/server.ts';
import { fill } from '../../pages/fill-text.ts';
import { leadToFormPage } from '../../pages/form-address.routes.ts';
import { drawField, drawForm, drawHidden } from '../../pages/form-parts.page.ts';
import { addQuery } from '../../pages/link-query.ts';
import { drawNotice } from '../../pages/parts.page.ts';
import { problem } from '../../problem.ts';
import type { ConsoleContext } from '../console-context.ts';
import { askForPasskey, proveFactor, type Refusal } from '../factors/check-factor.ts';
import { addressIn } from '../frame/console-table.ts';
import { Leave, requireSession } from '../frame/admit.routes.ts';
import { sendGate } from '../frame/frame.page.ts';
import {
  fieldsOf,
  forgetSession,
  hearDone,
  hearEnd,
  keepSession,
  lostForm,
  meetReader,
  readOwnForm,
  safeTarget,
  type Reader,
} from '../frame/reader.routes.ts';
import type { ConsoleSession } from '../sessions/console-sessions.ts';
import { signOut } from '../sessions/end-sessions.ts';
import type { SessionEnd } from '../sessions/find-session-end.ts';
import { endWords } from './end-words.ts';
import { codeField, drawFactorForm, passkeyField, sayRefusal } from './factor-form.page.ts';
import { lookAround, signIn, type Look, type SignedIn } from './console-sign-in.ts';
import { proverOf } from './step-up.routes.ts';

const hidden = { schema: { hide: true } } as const;

export function signInRoutes(app: App, context: ConsoleContext): void {
  app.get('/', hidden, async (request, reply) => {
    const session = requireSession(await meetReader(context, request, reply), request);
    const [first] = session.memberships;
    return reply.redirect(first ? addressIn(first, '') : '/console/me', 303);
  });

  app.get('/sign-in', hidden, async (request, reply) => {
    const reader = await meetReader(context, request, reply);
    const to = safeTarget(context, fieldsOf(request.query)('to'));
    if (reader.session?.stage === 'full') return reply.redirect(to, 303);
    const isFormLost = hearDone(context, request, reply) === lostForm;
    const end = await hearEnd(context, request);
    return sendSignIn(context, reader, reply, { to, email: '', isFormLost, end });
  });
  app.post('/sign-in', hidden, async (request, reply) => {
    const { reader, fields } = await meetSender(context, request, reply);
    const to = safeTarget(context, fields('to'));
    const given = { email: fields('email'), password: fields('password') };
    const outcome = await signIn(context, given, reader.language, reader.visitor);
    if ('reason' in outcome) {
      return sendSignIn(context, reader, reply, { to, email: given.email, refusal: outcome });
    }
    return goOn(context, reply, outcome, to);
  });

  app.get('/second-factor', hidden, async (request, reply) => {
    const reader = await meetReader(context, request, reply);
    return sendCheck(
      context,
      reader,
      reply,
      checkable(reader),
      safeTarget(context, fieldsOf(request.query)('to')),
    );
  });
  app.post('/second-factor', hidden, async (request, reply) => {
    const { reader, fields } = await meetSender(context, request, reply);
    const session = checkable(reader);
    const to = safeTarget(context, fields('to'));
    const proof = { code: fields(codeField), passkey: fields(passkeyField) };
    const outcome = await proveFactor(context, proverOf(reader, session), proof);
    if (outcome.refused) return sendCheck(context, reader, reply, session, to, outcome.refused);
    keepSession(context, reply, outcome.done);
    return reply.redirect(to, 303);
  });

  app.post('/sign-out', hidden, async (request, reply) => {
    const { reader } = await meetSender(context, request, reply);
    const { session } = reader;
    if (session) await signOut(context, session, reader.visitor);
    forgetSession(context, reply);
    return reply.redirect('/console/sign-in', 303);
  });
  leadToFormPage(app, '/sign-out', () => '/console');

  if (!context.settings.CONSOLE_LOOK_AROUND) return;
  app.post('/sign-in/look-around', hidden, async (request, reply) => {
    const { reader, fields } = await meetSender(context, request, reply);
    const look: Look = fields('as') === 'staff' ? 'staff' : 'merchant';
    const outcome = await lookAround(context, look, reader.language, reader.visitor);
    if (!outcome) throw problem('not_found');
    return goOn(context, reply, outcome, '/console');
  });
  leadToFormPage(app, '/sign-in/look-around', () => '/console/sign-in');
}

/** Reads a submitted form and its sender. The form must have a valid CSRF token. */
export async function meetSender(context: ConsoleContext, request: FastifyRequest, reply: FastifyReply) {
  const reader = await meetReader(context, request, reply);
  return { reader, fields: readOwnForm(reader, request) };
}

export function goOn(
  context: ConsoleContext,
  reply: FastifyReply,
  { token, stage }: SignedIn,
  to: string,
): FastifyReply {
  keepSession(context, reply, token);
  const query = `?to=${encodeURIComponent(to)}`;
  const next = {
    full: to,
    check: `/console/second-factor${query}`,
    'set-up': `/console/second-factor/set-up${query}`,
  };
  return reply.redirect(next[stage], 303);
}

/** Returns the session if the person has a factor to prove. */
function checkable(reader: Reader): ConsoleSession {
  const { session } = reader;
  if (!session) throw new Leave('/console/sign-in');
  if (session.stage === 'set-up' || (!session.hasTotp && !session.hasPasskey)) throw new Leave('/console');
  return session;
}

function sendSignIn(
  context: ConsoleContext,
  reader: Reader,
  reply: FastifyReply,
  page: {
    readonly to: string;
    readonly email: string;
    readonly refusal?: Refusal;
    readonly isFormLost?: boolean;
    readonly end?: SessionEnd | undefined;
  },
): FastifyReply {
  const { texts } = reader;
  const { refusal } = page;
  const fault =
    refusal &&
    (refusal.reason === 'wait'
      ? fill(texts.tooManyAttempts, { seconds: Math.ceil(refusal.waitMs / 1000) })
      : refusal.reason === 'expired'
        ? texts.passwordExpired
        : texts.wrongPassword);
  return sendGate(reply, reader, {
    title: texts.signIn,
    ...(refusal ? { status: refusal.reason === 'wait' ? 429 : 401 } : {}),
    body: html`${page.end !== undefined && drawNotice(endWords[page.end][reader.language])}
      ${page.isFormLost === true && drawNotice(texts.lostForm, 'warn')}
      ${fault !== undefined && drawNotice(fault, 'bad')}
      ${drawForm({
        action: addQuery('/console/sign-in', { to: page.to }),
        token: reader.formToken,
        fields: html`${drawHidden('to', page.to)}
          ${drawField({
            name: 'email',
            label: texts.email,
            type: 'email',
            value: page.email,
            autocomplete: 'username',
            autofocus: page.email === '',
          })}
          ${drawField({
            name: 'password',
            label: texts.password,
            type: 'password',
            autocomplete: 'current-password',
            maxLength: 1000,
            autofocus: page.email !== '',
          })} <button type="submit">${texts.signIn}</button>`,
      })}
      <p class="small"><a href="/console/forgotten">${texts.forgotten}</a></p>
      ${context.settings.CONSOLE_LOOK_AROUND && drawLooks(context, reader)}`,
  });
}

function drawLooks(context: ConsoleContext, { texts, formToken }: Reader): Html {
  const looks: [Look, string][] = [
    ['staff', texts.lookAsStaff],
    ...(context.organisations.sources.some(({ example }) => example !== undefined)
      ? [['merchant', texts.lookAsMerchant] as [Look, string]]
      : []),
  ];
  return html`<p class="or">${texts.orLookAround}</p>
    ${drawForm({
      action: '/console/sign-in/look-around',
      token: formToken,
      fields: html`${looks.map(
          ([look, label]) =>
            html`<button type="submit" class="plain" name="as" value="${look}">${label}</button>`,
        )}
        <p class="soft small">${texts.lookHint}</p>`,
    })}`;
}

async function sendCheck(
  context: ConsoleContext,
  reader: Reader,
  reply: FastifyReply,
  session: ConsoleSession,
  to: string,
  refusal?: Refusal,
): Promise<FastifyReply> {
  const { texts } = reader;
  return sendGate(reply, reader, {
    title: texts.secondFactor,
    ...(refusal ? { status: refusal.reason === 'wait' ? 429 : 401 } : {}),
    body: html`<p>${session.stage === 'full' ? texts.stepUpText : texts.checkText}</p>
      ${drawFactorForm({
        action: addQuery('/console/second-factor', { to }),
        token: reader.formToken,
        texts,
        button: texts.continue,
        carried: { to },
        passkeys: session.hasPasskey
          ? await askForPasskey(context, session.id, session.person.id)
          : undefined,
        hasCodes: session.hasTotp,
        fault: refusal && sayRefusal(refusal, texts),
      })}`,
  });
}

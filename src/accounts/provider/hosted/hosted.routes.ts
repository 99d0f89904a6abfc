import type { FastifyReply, FastifyRequest } from 'fastify';
import { addFormParser } from '../../../platform/http/body-parsers.ts';
import { goneSignal } from '../../../platform/http/gone-signal.ts';
import { html, sendPage } from '../../../platform/http/page.ts';
import type { App } from '../../../platform/http/server.ts';
import { webFileRoutes } from '../../../platform/pages/web-file.routes.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { recoverPassword } from '../../entry/recovery/recover-password.ts';
import { signUp } from '../../entry/sign-up/sign-up.ts';
import { describeProblem } from '../../pages/document/problem-messages.ts';
import { readDeviceTokens } from '../../protection/attempts/known-devices.ts';
import { sessionCookie } from '../../sessions/create-session.ts';
import { logOut } from '../../sessions/end-sessions.ts';
import { findUserById } from '../../users/find-user.ts';
import { sendConsent } from './consent.page.ts';
import { enter, setPassword, signInWith } from './enter.routes.ts';
import { FlowEnded } from './flow-ended.ts';
import { finish, readFlow, send, type Flow, type HostedContext } from './flow.routes.ts';
import { giveConsent } from './give-consent.ts';
import { hostedPage, sayIn } from './hosted-page.ts';
import { languageOf } from './library-pages.ts';
import {
  sendMailed,
  sendNewPassword,
  sendRecover,
  sendSignedIn,
  sendSignIn,
  sendSignUp,
} from './sign-in.page.ts';

type Handle = (flow: Flow) => Promise<FastifyReply> | FastifyReply;

/** The pages for people who sign in, with or without an application that asks. */
export function hostedRoutes(app: App, context: HostedContext): void {
  addFormParser(app);
  if (context.brand.sheet.route.startsWith('/brand')) webFileRoutes(app, [context.brand.sheet]);
  const on = (method: 'GET' | 'POST', urls: readonly string[], handle: Handle): void => {
    for (const url of urls) {
      app.route({
        method,
        url,
        schema: { hide: true },
        handler: async (request, reply) => {
          try {
            return await handle(await readFlow(context, request, reply));
          } catch (error) {
            if (error instanceof FlowEnded) return sendEnded(context, request, reply);
            throw error;
          }
        },
      });
    }
  };
  on('GET', ['/sign-in/:uid'], start);
  on('GET', ['/sign-in', '/sign-in/:uid/enter'], showSignIn);
  on('POST', ['/sign-in', '/sign-in/:uid/enter'], enter);
  on('POST', ['/sign-in/new-password', '/sign-in/:uid/new-password'], setPassword);
  on('GET', ['/sign-up', '/sign-in/:uid/sign-up'], (flow) =>
    sendSignUp(flow, { firstName: '', lastName: '', email: hintOf(flow) }),
  );
  on('POST', ['/sign-up', '/sign-in/:uid/sign-up'], register);
  on('GET', ['/recover', '/sign-in/:uid/recover'], (flow) => sendRecover(flow, hintOf(flow)));
  on('POST', ['/recover', '/sign-in/:uid/recover'], recover);
  on('POST', ['/sign-in/:uid/consent'], async (flow) =>
    finish(flow, { consent: { grantId: await giveConsent(flow.context, flow) } }, flow.session),
  );
  on('POST', ['/sign-in/:uid/cancel'], (flow) =>
    finish(flow, { error: 'access_denied', error_description: 'the person cancelled' }),
  );
  on('POST', ['/sign-out'], signOut);
}

const hintOf = ({ interaction }: Flow): string => {
  const hint = interaction?.params['login_hint'];
  return typeof hint === 'string' ? hint.slice(0, 254) : '';
};

const emailOf = async ({ context, session }: Flow): Promise<string> => {
  const user = session && (await findUserById(context.sql, session.userId, context.clock.now()));
  return user?.email ?? '';
};

async function start(flow: Flow): Promise<FastifyReply> {
  const { interaction, reply, paths } = flow;
  if (interaction?.prompt.name === 'consent') return sendConsent(flow, await emailOf(flow));
  if (interaction?.prompt.name === 'create') return reply.redirect(paths.signUp, 303);
  return showSignIn(flow);
}

async function showSignIn(flow: Flow): Promise<FastifyReply> {
  const { session, interaction } = flow;
  if (session?.mustChangePassword) return sendNewPassword(flow);
  const email = await emailOf(flow);
  if (session && !interaction) return sendSignedIn(flow, email);
  return sendSignIn(flow, {
    email: hintOf(flow) || email,
    isAgain: email !== '' && interaction !== undefined,
  });
}

async function register(flow: Flow): Promise<FastifyReply> {
  const { context, fields, visitor, language, say, reply } = flow;
  const given = { firstName: fields('first_name'), lastName: fields('last_name'), email: fields('email') };
  const password = fields('password');
  let confirm: boolean;
  try {
    const input = {
      user_Fname: given.firstName,
      user_Lname: given.lastName,
      user_email: given.email,
      user_password: password,
    };
    ({ confirm } = await signUp(context, input, visitor, goneSignal(reply)));
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return sendSignUp(flow, given, describeProblem(error, language));
  }
  if (confirm) return sendMailed(flow, say('signedUp', { email: given.email }));
  return signInWith(flow, { email: given.email, password }, '');
}

async function recover(flow: Flow): Promise<FastifyReply> {
  const { context, fields, visitor, request, language, say } = flow;
  const email = fields('email');
  try {
    const devices = readDeviceTokens(request.headers, context);
    const { password } = await recoverPassword(context, { user_email: email }, visitor, devices);
    return sendMailed(
      flow,
      password === '' ? say('recovered', { email }) : say('oneTimePassword', { password }),
    );
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return sendRecover(flow, email, describeProblem(error, language));
  }
}

async function signOut(flow: Flow): Promise<FastifyReply> {
  const { context, session, request, reply, visitor, say } = flow;
  if (session) await logOut(context, undefined, request.headers, visitor);
  void reply.header('set-cookie', sessionCookie(context.publicUrl, '', 0));
  return send(flow, { title: say('signedOut'), body: html`<p>${say('signedOutText')}</p>` });
}

/** The page of a request that has expired, or was begun in another browser, or comes from another site. */
function sendEnded(context: HostedContext, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(undefined, request.headers['accept-language']);
  const say = sayIn(language);
  return sendPage(
    reply,
    hostedPage(context.brand, {
      status: 400,
      language,
      title: say('failed'),
      body: html`<p>${say('failedExpired')}</p>
        <p class="soft small wrap">${say('forSupport', { error: 'expired', request: request.id })}</p>`,
    }),
  );
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors, type Client } from 'oidc-provider';
import { isForeignRequest } from '../../../platform/http/edge/foreign-request.ts';
import { pageLanguage, type Language } from '../../../platform/http/language.ts';
import { sendPage } from '../../../platform/http/page.ts';
import type { Provider } from 'oidc-provider';
import type { SignInContext } from '../../entry/sign-in/sign-in.ts';
import { acrOf } from '../../sessions/acr.rules.ts';
import { visitorOf, type Visitor } from '../../protection/audit/visitor.ts';
import { findSession, readToken, type AccountsSession } from '../../sessions/find-session.ts';
import { realSeconds } from '../artefacts/session-artefacts.ts';
import type { OpenIdProvider } from '../open-provider.ts';
import { fieldsOf, formTarget, textOf } from '../protocol/provider.rules.ts';
import type { Brand } from './brand.ts';
import { FlowEnded } from './flow-ended.ts';
import { hostedPage, sayIn, type HostedPage, type Say } from './hosted-page.ts';
import { languageOf } from './library-pages.ts';

export interface HostedContext extends SignInContext {
  readonly provider: OpenIdProvider;
  readonly brand: Brand;
}

export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** One page of a sign-in: who asks, in which language, and where its forms go. */
export interface Flow {
  readonly context: HostedContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly visitor: Visitor;
  readonly language: Language;
  readonly say: Say;
  readonly fields: (name: string) => string;
  /** The application's request. Undefined if the person came without one. */
  readonly interaction: Interaction | undefined;
  readonly client: Client | undefined;
  /** Session of the browser. A page of another site cannot use it. */
  readonly session: AccountsSession | undefined;
  readonly paths: Paths;
}

interface Paths {
  readonly start: string;
  readonly enter: string;
  readonly signUp: string;
  readonly recover: string;
  readonly newPassword: string;
}

const root = '/accounts';
const ownPaths: Paths = {
  start: `${root}/sign-in`,
  enter: `${root}/sign-in`,
  signUp: `${root}/sign-up`,
  recover: `${root}/recover`,
  newPassword: `${root}/sign-in/new-password`,
};
const pathsOf = (uid: string): Paths => {
  const start = `${root}/sign-in/${uid}`;
  return {
    start,
    enter: `${start}/enter`,
    signUp: `${start}/sign-up`,
    recover: `${start}/recover`,
    newPassword: `${start}/new-password`,
  };
};

export async function readFlow(
  context: HostedContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Flow> {
  const { uid } = (request.params ?? {}) as { uid?: string };
  if (request.method === 'POST' && isForeignRequest(request.headers, context)) throw new FlowEnded();
  const provider = context.provider.current();
  const interaction = uid === undefined ? undefined : await findInteraction(provider, request, reply, uid);
  const client = interaction && (await provider.Client.find(textOf(interaction.params['client_id'])));
  const fields = fieldsOf(request.body);
  const asked = fieldsOf(request.query)('lang') || fields('lang');
  const accepted = request.headers['accept-language'];
  const language =
    asked === '' ? languageOf(interaction?.params['ui_locales'], accepted) : pageLanguage(asked, accepted);
  const carried = readToken(request.headers, context);
  const session = carried?.byCookie ? await findSession(context, carried.token) : undefined;
  return {
    context,
    request,
    reply,
    visitor: { ...visitorOf(request), language },
    language,
    say: sayIn(language),
    fields,
    interaction,
    client,
    session,
    paths: uid === undefined ? ownPaths : pathsOf(uid),
  };
}

/** Finds the application's request by its cookie, which only the browser that sent it has. */
async function findInteraction(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
  uid: string,
): Promise<Interaction> {
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw);
    if (interaction.uid === uid) return interaction;
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error;
  }
  throw new FlowEnded();
}

/** Where the browser goes after the last form: back to the application. */
function targetsOf({ interaction }: Flow): string[] {
  const redirectUri = interaction?.params['redirect_uri'];
  return typeof redirectUri === 'string' ? [formTarget(redirectUri)] : [];
}

export function send(
  flow: Flow,
  page: Omit<HostedPage, 'language' | 'client' | 'formTargets'>,
): FastifyReply {
  const { context, language, client } = flow;
  return sendPage(
    flow.reply,
    hostedPage(context.brand, { ...page, language, client, formTargets: targetsOf(flow) }),
  );
}

/**
 * Hands the result of a page to the library and returns to the application's request. Only the browser with `session`
 * can go on with it.
 */
export async function finish(
  flow: Flow,
  result: Record<string, unknown>,
  session?: AccountsSession,
): Promise<FastifyReply> {
  const { interaction, reply, paths } = flow;
  if (!interaction) return reply.redirect(paths.start, 303);
  interaction.result = { ...interaction.lastSubmission, ...result };
  if (session) Object.assign(interaction, { session: { accountId: session.userId, uid: session.sessionId } });
  else delete interaction.session;
  await interaction.persist();
  return reply.redirect(interaction.returnTo, 303);
}

/** Goes on with a session that has just begun. */
export async function finishSignIn(flow: Flow, token: string): Promise<FastifyReply> {
  const { context, interaction, session: before } = flow;
  const session = await findSession(context, token);
  if (!session) throw new FlowEnded();
  if (before) await context.provider.replaceSession(before, session, flow.visitor);
  const login = {
    accountId: session.userId,
    ts: realSeconds(context, session.authenticatedAt),
    amr: [...session.amr],
    acr: acrOf(session.amr),
  };
  const created = interaction?.prompt.name === 'create' ? { create: {} } : {};
  return finish(flow, { login, ...created }, session);
}

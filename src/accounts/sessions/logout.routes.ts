import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/server.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { visitorOf } from '../audit/visitor.ts';
import { DocumentAnswer } from '../document/document.schemas.ts';
import { describeSuccess } from '../document/problem-messages.ts';
import { logOut } from './end-sessions.ts';
import { sessionCookie } from './session-token.ts';
import { Type } from '../../platform/http/type.ts';

const fields = { msg: Type.Optional(Type.String({ examples: ['You are logged out.'] })) };
const LogoutAnswer = DocumentAnswer(fields, problem.pick('not_signed_in'));
const LogoutByUidAnswer = DocumentAnswer(fields, problem.pick('not_signed_in', 'unknown_user'));

const description =
  'In the sandbox a uid ends all sessions of that user. Otherwise, and without a uid, the session that the request carries ends, as cookie or `Authorization: Bearer`; with a uid only if it is that user’s.';

export function logoutRoutes(app: App, context: AccountsContext): void {
  const schema = {
    tags: ['Accounts'],
    security: [{ bearer: [] }, {}],
    summary: 'Logout',
    description,
  };
  const end = async (request: FastifyRequest, reply: FastifyReply, uid: string | undefined) => {
    const visitor = visitorOf(request);
    await logOut(context, uid, request.headers, visitor);
    void reply
      .header('set-cookie', sessionCookie(context.publicUrl, '', 0))
      .header('content-language', visitor.language);
    return { status: 'success' as const, msg: describeSuccess('signed_out', visitor.language) };
  };
  // A HEAD request only asks whether the address answers; it must not end a session.
  const exposeHeadRoute = false;
  app.get(
    '/logout',
    { exposeHeadRoute, schema: { ...schema, response: { 200: LogoutAnswer } } },
    (request, reply) => end(request, reply, undefined),
  );
  app.get(
    '/logout/:uid',
    {
      exposeHeadRoute,
      schema: {
        ...schema,
        params: Type.Object({ uid: Type.String() }),
        response: { 200: LogoutByUidAnswer },
      },
    },
    (request, reply) => end(request, reply, request.params.uid),
  );
}

import type { App } from '../../platform/http/server.ts';
import { Type } from '../../platform/http/type.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { accountsProblems as problem } from '../accounts.problems.ts';
import { visitorOf } from '../protection/audit/visitor.ts';
import { DocumentAnswer } from '../pages/document/document.schemas.ts';
import { describeSuccess } from '../pages/document/problem-messages.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logOut } from './end-sessions.ts';
import { sessionCookie } from './create-session.ts';

const fields = { msg: Type.Optional(Type.String({ examples: ['You are logged out.'] })) };
const LogoutAnswer = DocumentAnswer(fields, problem.pick('not_signed_in'));
const LogoutByUidAnswer = DocumentAnswer(fields, problem.pick('not_signed_in', 'unknown_user'));

const description =
  'In the sandbox a uid ends all sessions of that user. Otherwise the session of the request ends, given as cookie or `Authorization: Bearer`. If a uid is given, the session must belong to that user.';

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
  // HEAD must not end a session, so no HEAD route is added.
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

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../http/server.ts';
import { firstIdAt } from '../../ids.ts';
import { leadToFormPage } from '../../pages/form-address.routes.ts';
import { countRecoveryCodes } from '../../tokens/totp.store.ts';
import type { Words } from '../../http/language.ts';
import { actsOnRecord } from '../audit-pages/audit-line.page.ts';
import { listActsReached } from '../audit/list-acts.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { Fields } from '../console-page.ts';
import { personTotp } from '../factors/confirm-codes.ts';
import { removeFactor, renewRecoveryCodes } from '../factors/manage-factors.ts';
import { listPasskeys } from '../factors/passkey.store.ts';
import { requireSession } from '../frame/admit.routes.ts';
import type { ConsoleTable } from '../frame/console-table.ts';
import { sendFrame, sendGate } from '../frame/frame.page.ts';
import { hearDone, meetReader, readOwnForm, flashDone, type Reader } from '../frame/reader.routes.ts';
import { surround } from '../frame/surroundings.routes.ts';
import { findPerson } from '../people/person.store.ts';
import { changePassword } from '../recovery/change-password.ts';
import { listSessions } from '../sessions/console-session.store.ts';
import type { ConsoleSession } from '../sessions/console-sessions.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { longestIdleMs } from '../sessions/session.rules.ts';
import { drawRecoveryCodes } from '../sign-in/set-up.routes.ts';
import { proverOf, stepUp } from '../sign-in/step-up.routes.ts';
import { actWords } from '../texts/act-words.ts';
import { drawMe, type Account, type MeRefusal } from './me.page.ts';

const hidden = { schema: { hide: true } } as const;
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const recentActs = 12;

/** Acts of a person on their own account, independent of any organisation. */
export function meRoutes(app: App, context: ConsoleContext, table: ConsoleTable): void {
  app.get('/me', hidden, async (request, reply) => {
    const reader = await meetReader(context, request, reply);
    return sendMe(
      context,
      table,
      reader,
      reply,
      requireSession(reader, request),
      {},
      hearDone(context, request, reply),
    );
  });
  for (const act of personalActs) {
    app.post(`/me${act.path}`, hidden, async (request, reply) => {
      const reader = await meetReader(context, request, reply);
      // The session is checked before the form token, because a form of an ended session has no valid token.
      const session = requireSession(reader, request);
      const fields = readOwnForm(reader, request);
      if (act.fresh && !(await stepUp(context, reader, session, request, reply))) return reply;
      const result = await act.perform({ context, reader, session, fields, reply, request });
      if (result === undefined)
        return reply.redirect(`/console/me?${flashDone(context, reply, act.name)}`, 303);
      if (!('refusal' in result)) return result.sent;
      return sendMe(context, table, reader, reply, session, result.refusal);
    });
    leadToFormPage(app, `/me${act.path}`, () => '/console/me');
  }
}

interface Acting {
  readonly context: ConsoleContext;
  readonly reader: Reader;
  readonly session: ConsoleSession;
  readonly fields: Fields;
  readonly reply: FastifyReply;
  readonly request: FastifyRequest;
}

interface PersonalAct {
  readonly path: string;
  readonly fresh: boolean;
  readonly name: keyof typeof actWords;
  perform(acting: Acting): Promise<undefined | { refusal: MeRefusal } | { sent: FastifyReply }>;
}

const personalActs: readonly PersonalAct[] = [
  {
    path: '/password',
    fresh: true,
    name: 'password.changed',
    async perform({ context, reader, session, fields }) {
      const given = { current: fields('current_password'), next: fields('password') };
      const fault = await changePassword(context, session.person, session.id, given, reader.visitor);
      return fault === undefined ? undefined : { refusal: { password: fault } };
    },
  },
  {
    path: '/recovery-codes',
    fresh: true,
    name: 'recovery_codes.renewed',
    async perform({ context, reader, session, reply }) {
      const codes = await renewRecoveryCodes(context, proverOf(reader, session));
      const body = drawRecoveryCodes(reader, codes, '/console/me');
      return { sent: sendGate(reply, reader, { title: reader.texts.recoveryCodes, isBroad: true, body }) };
    },
  },
  {
    path: '/totp/remove',
    fresh: true,
    name: 'totp.removed',
    async perform({ context, reader, session }) {
      const isGone = await removeFactor(context, proverOf(reader, session), 'totp');
      return isGone ? undefined : { refusal: { notice: reader.texts.lastFactor } };
    },
  },
  {
    path: '/passkeys/remove',
    fresh: true,
    name: 'passkey.removed',
    async perform({ context, reader, session, fields }) {
      const passkey = Buffer.from(fields('id'), 'base64url');
      const isGone = await removeFactor(context, proverOf(reader, session), { passkey });
      return isGone ? undefined : { refusal: { notice: reader.texts.lastFactor } };
    },
  },
  {
    path: '/sessions/end',
    fresh: false,
    name: 'session.ended',
    async perform({ context, reader, session, fields }) {
      await endSessions(context, session, { id: fields('id') }, reader.visitor);
      return undefined;
    },
  },
  {
    path: '/sessions/end-others',
    fresh: false,
    name: 'session.ended',
    async perform({ context, reader, session }) {
      await endSessions(context, session, 'others', reader.visitor);
      return undefined;
    },
  },
];

async function sendMe(
  context: ConsoleContext,
  table: ConsoleTable,
  reader: Reader,
  reply: FastifyReply,
  session: ConsoleSession,
  refusal: MeRefusal,
  done = '',
): Promise<FastifyReply> {
  const { sql, clock } = context;
  const { person } = session;
  const account: Account = {
    session,
    hasPassword: ((await findPerson(sql, person.id))?.password_hash ?? null) !== null,
    passkeys: await listPasskeys(sql, person.id),
    recoveryCodesLeft: await countRecoveryCodes(sql, personTotp(person.id)),
    sessions: await listSessions(sql, person.id, clock.now(), new Date(clock.nowMs() - longestIdleMs)),
    acts: await listActsReached(context, {
      place: undefined,
      act: undefined,
      personId: person.id,
      least: firstIdAt(0),
      below: lastId,
      limit: recentActs,
    }),
    words: actsOnRecord(table),
  };
  const words: Words | undefined = personalActs.some(({ name }) => name === done)
    ? actWords[done as keyof typeof actWords]
    : undefined;
  const around = await surround(context, table, reader, session, {
    membership: undefined,
    path: '/me',
    ...(words ? { done: words[reader.language] } : {}),
  });
  return sendFrame(reply, reader, drawMe(reader, account, refusal), around);
}

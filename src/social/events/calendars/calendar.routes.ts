import type { FastifyReply } from 'fastify';
import type { App } from '../../../platform/http/server.ts';
import { tokenQuery } from '../../access/paging/paging.schemas.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { formatCalendar } from './calendar.rules.ts';
import { readEventId, type Event } from '../event.rules.ts';
import { eventParams, userParams } from '../event.schemas.ts';
import {
  createCalendarAddress,
  listCalendarEvents,
  listEventsByKey,
  revokeCalendarAddress,
} from './calendar-address.ts';
import { calendarAddressSchema, calendarSchema } from './calendar.schemas.ts';
import { getEvent } from '../list-events.ts';
import { Type } from '../../../platform/http/type.ts';

const tags = ['events'];

export function calendarRoutes(app: App, context: SocialContext): void {
  const host = new URL(context.publicUrl).hostname;
  const send = (reply: FastifyReply, events: Event[], name: string, file: string) =>
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${file}"`)
      .send(formatCalendar(events, { name, host, now: context.clock.now() }));

  app.get(
    '/event/:eventId/ics',
    {
      config: { access: 'public' },
      schema: {
        tags,
        summary: 'One event for a calendar',
        params: eventParams,
        produces: ['text/calendar'],
        response: { 200: calendarSchema },
      },
    },
    async (request, reply) => {
      const event = await getEvent(context, readEventId(request.params.eventId), undefined);
      return send(reply, [event], event.name, `event-${event.id}.ics`);
    },
  );

  app.get(
    '/user/:userId/events.ics',
    {
      config: { access: 'own' },
      schema: {
        tags,
        summary: "A user's coming events for a calendar",
        params: userParams,
        produces: ['text/calendar'],
        response: { 200: calendarSchema },
      },
    },
    async (request, reply) => {
      const events = await listCalendarEvents(context, userOf(request));
      return send(reply, events, 'Praça', 'events.ics');
    },
  );

  app.post(
    '/user/calendar',
    {
      config: { access: 'user' },
      schema: {
        tags,
        summary: 'Create an address for calendar programs',
        description:
          'For calendar programs, which cannot renew a token. The address shows only the coming events of the user. It is valid until it is revoked or replaced or the user is deleted. It is shown only in this response.',
        querystring: tokenQuery,
        response: { 200: calendarAddressSchema },
      },
    },
    async (request, reply) => {
      const { url, createdAt } = await createCalendarAddress(context, userOf(request));
      void reply.header('cache-control', 'no-store');
      return { url, created_at: createdAt.toISOString() };
    },
  );

  app.delete(
    '/user/calendar',
    {
      config: { access: 'user' },
      schema: {
        tags,
        summary: 'Revoke the address for calendar programs',
        description: 'The address stops working at once. Succeeds also if there is none.',
        querystring: tokenQuery,
        response: { 200: Type.Object({ status: Type.Enum(['revoked']) }) },
      },
    },
    async (request) => {
      await revokeCalendarAddress(context.sql, userOf(request));
      return { status: 'revoked' as const };
    },
  );

  app.get(
    '/events.ics',
    {
      config: { access: 'public', ignoresToken: true, problems: problem.pick('not_found') },
      schema: {
        tags,
        summary: 'The coming events of a user, for a calendar program',
        description: 'For the address returned by POST /user/calendar. A revoked key gets 404.',
        querystring: Type.Object({
          key: Type.String({ minLength: 1, maxLength: 100, description: 'key from the address' }),
        }),
        produces: ['text/calendar'],
        response: { 200: calendarSchema },
      },
    },
    async (request, reply) => {
      const events = await listEventsByKey(context, request.query.key);
      void reply.header('cache-control', 'private, no-cache');
      return send(reply, events, 'Praça', 'events.ics');
    },
  );
}

import type { FastifyReply } from 'fastify';
import type { App } from '../../platform/http/server.ts';
import { userOf } from '../sessions/user-of.ts';
import type { SocialContext } from '../social.context.ts';
import { formatCalendar } from './calendar.rules.ts';
import type { Event } from './event.rules.ts';
import { calendarSchema, eventParams, userParams } from './event.schemas.ts';
import { getEvent, listEventsOfUser, readEventId } from './list-events.ts';

const tags = ['events'];
/** More coming events than anybody attends. */
const most = 1000;

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
      const { events } = await listEventsOfUser(context, userOf(request), { limit: most });
      return send(reply, events, 'Praça', 'events.ics');
    },
  );
}

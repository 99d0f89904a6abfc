import type { FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/server.ts';
import type { Tx } from '../../platform/postgres/client/database.ts';
import type { SocialContext } from '../social.context.ts';
import { cancelEvent, changeEvent, createEvent, listAllEvents } from './change-event.ts';
import {
  changeEventBody,
  createEventBody,
  eventListSchema,
  eventParams,
  eventSchema,
  showEvent,
} from './event.schemas.ts';
import { readEventId, type Event } from './event.rules.ts';
import { Type } from '../../platform/http/type.ts';
import { staffVisitOf } from '../access/staff/staff-visit.ts';

const tags = ['staff'];

export function staffEventRoutes(app: App, context: SocialContext): void {
  const config = { access: 'staff' } as const;
  const response = { 200: eventSchema };
  const recording = (request: FastifyRequest) => ({
    recorded: (tx: Tx, { id, name }: Event) => staffVisitOf(request).record(tx, `${id}`, { name }),
  });
  const show = (event: Parameters<typeof showEvent>[0]) =>
    showEvent(event, context.clock.nowMs(), context.baseUrl);

  app.get(
    '/staff/events',
    {
      config,
      schema: {
        tags,
        summary: 'All events, also past and cancelled ones, newest first',
        querystring: Type.Object({
          limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
          before: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 0x7fffffff, description: 'Ids below this one.' }),
          ),
        }),
        response: { 200: eventListSchema },
      },
    },
    async (request) => (await listAllEvents(context, request.query.before, request.query.limit)).map(show),
  );
  app.post(
    '/staff/events',
    {
      config: { ...config, act: 'event.created' },
      schema: {
        tags,
        summary: 'Create an event',
        description:
          'The city must be one of the municipalities of IBGE; if several share its name, add the state.',
        body: createEventBody,
        response,
      },
    },
    async (request) => show(await createEvent(context, request.body, recording(request))),
  );
  app.put(
    '/staff/events/:eventId',
    {
      config: { ...config, act: 'event.changed' },
      schema: {
        tags,
        summary: 'Change an event',
        description:
          'Omitted fields keep their values. location, organizer, offers and spotlight are replaced as a whole; spotlight null removes the event from the spotlight.',
        params: eventParams,
        body: changeEventBody,
        response,
      },
    },
    async (request) =>
      show(await changeEvent(context, readEventId(request.params.eventId), request.body, recording(request))),
  );
  app.post(
    '/staff/events/:eventId/cancel',
    {
      config: { ...config, act: 'event.cancelled' },
      schema: {
        tags,
        summary: 'Cancel an event',
        description:
          'Participants and waiting users are notified. A later change of eventStatus reinstates the event: confirmations and the waiting list are kept, and free places go to the first on the list.',
        params: eventParams,
        response,
      },
    },
    async (request) =>
      show(await cancelEvent(context, readEventId(request.params.eventId), recording(request).recorded)),
  );
}

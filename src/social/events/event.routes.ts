import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/server.ts';
import { userOf } from '../access/sessions/user-of.ts';
import { viewerContext } from '../access/sessions/viewer-context.ts';
import type { SocialContext } from '../social.context.ts';
import { socialProblems as problem } from '../social.problems.ts';
import { listParticipants } from './list-participants.ts';
import { cancelAttendance, confirmAttendance, type Confirmation } from './confirm-attendance.ts';
import {
  categoriesSchema,
  citiesSchema,
  confirmationSchema,
  confirmParams,
  confirmQuery,
  eventListSchema,
  eventParams,
  eventSchema,
  idsQuery,
  listQuery,
  locationQuery,
  searchQuery,
  showEvent,
  participantsSchema,
  userParams,
} from './event.schemas.ts';
import { readEventId } from './event.rules.ts';
import {
  getEvent,
  listCategories,
  listCities,
  listEventsByIds,
  listEventsByLocation,
  listEventsOfUser,
  listSpotlight,
  searchEvents,
  type EventList,
} from './list-events.ts';

const tags = ['events'];

export function eventRoutes(app: App, context: SocialContext): void {
  const showList = ({ events, next }: EventList, request: FastifyRequest, reply: FastifyReply) => {
    linkNext(request, reply, next);
    const nowMs = context.clock.nowMs();
    return events.map((event) => showEvent(event, nowMs, context.baseUrl));
  };
  const listed = { 200: eventListSchema };

  app.get(
    '/event/location',
    {
      config: { access: 'public', etag: 'public' },
      schema: {
        tags,
        summary: 'Coming events in a city, or everywhere',
        description:
          'Soonest first; events that are over or cancelled are not listed. A name shared by several cities lists the events of all of them.',
        querystring: locationQuery,
        response: listed,
      },
    },
    async (request, reply) => {
      const { location, ...page } = request.query;
      const viewerId = request.socialUser?.userId;
      return showList(await listEventsByLocation(context, location, { ...page, viewerId }), request, reply);
    },
  );

  app.get(
    '/event/spotlight',
    {
      config: { access: 'public', etag: 'public' },
      schema: { tags, summary: 'Highlighted events, at most ten, in their order', response: listed },
    },
    async (request, reply) =>
      showList(
        { events: await listSpotlight(context, request.socialUser?.userId), next: undefined },
        request,
        reply,
      ),
  );

  app.get(
    '/event/cities',
    {
      config: { access: 'public', etag: 'public' },
      schema: { tags, summary: 'Cities that have coming events', response: { 200: citiesSchema } },
    },
    () => listCities(context),
  );

  app.get(
    '/event/categories',
    {
      config: { access: 'public', etag: 'public' },
      schema: {
        tags,
        summary: 'Categories of coming events, the most frequent first',
        response: { 200: categoriesSchema },
      },
    },
    () => listCategories(context),
  );

  app.get(
    '/event/search',
    {
      config: { access: 'public', etag: 'public' },
      schema: {
        tags,
        summary: 'Coming events by words, time, category and place',
        querystring: searchQuery,
        response: listed,
      },
    },
    async (request, reply) =>
      showList(
        await searchEvents(context, { ...request.query, viewerId: request.socialUser?.userId }),
        request,
        reply,
      ),
  );

  app.get(
    '/event/list',
    {
      config: { access: 'public', etag: 'public' },
      schema: {
        tags,
        summary: 'Several events by their ids',
        description: 'In the order of the ids, also past and cancelled ones; unknown ids are left out.',
        querystring: idsQuery,
        response: listed,
      },
    },
    async (request, reply) => {
      const events = await listEventsByIds(context, request.query.ids, request.socialUser?.userId);
      return showList({ events, next: undefined }, request, reply);
    },
  );

  app.get(
    '/event/:eventId/get',
    {
      config: { access: 'public', etag: 'public' },
      schema: { tags, summary: 'One event', params: eventParams, response: { 200: eventSchema } },
    },
    async (request) => {
      const event = await getEvent(context, readEventId(request.params.eventId), request.socialUser?.userId);
      return showEvent(event, context.clock.nowMs(), context.baseUrl);
    },
  );

  app.get(
    '/event/:eventId/participants',
    {
      config: { access: 'user', etag: 'private' },
      schema: {
        tags,
        summary: 'Users taking part, in the order of their confirmation',
        description:
          'Only users whose `attendance`, in their settings or in their confirmation, lets the viewer see it. `participantsQty` of the event counts all.',
        params: eventParams,
        querystring: listQuery,
        response: { 200: participantsSchema },
      },
    },
    async (request, reply) => {
      const eventId = readEventId(request.params.eventId);
      const list = await listParticipants(
        viewerContext(context, request),
        eventId,
        userOf(request),
        request.query,
      );
      linkNext(request, reply, list.next);
      return list.participants;
    },
  );

  app.get(
    '/user/:userId/events',
    {
      config: { access: 'own', etag: 'private' },
      schema: {
        tags,
        summary: 'Coming events the user takes part in, soonest first',
        params: userParams,
        querystring: listQuery,
        response: listed,
      },
    },
    async (request, reply) =>
      showList(await listEventsOfUser(context, userOf(request), request.query), request, reply),
  );

  const showConfirmation = (confirmation: Confirmation) => ({
    status: confirmation.status,
    eventId: confirmation.eventId,
    userId: confirmation.userId,
    confirmed_at: confirmation.confirmedAt?.toISOString() ?? null,
    participantsQty: confirmation.participants,
    ...(confirmation.position === undefined ? {} : { position: confirmation.position }),
  });
  app.post(
    '/event/:eventId/confirm/:userId',
    {
      config: { access: 'own', problems: problem.pick('event_full', 'event_over', 'event_cancelled') },
      schema: {
        tags,
        summary: 'Confirm attendance',
        description:
          'A repeat gets the same answer. Errors (409): event_full if no place is left, event_over, event_cancelled. With `wait=true` a full event returns `waiting` with the position on its waiting list; an update of the type `event` reports a place that becomes free. `attendance` sets who may see the confirmation.',
        params: confirmParams,
        querystring: confirmQuery,
        response: { 200: confirmationSchema },
      },
    },
    async (request) =>
      showConfirmation(
        await confirmAttendance(context, readEventId(request.params.eventId), userOf(request), request.query),
      ),
  );
  app.delete(
    '/event/:eventId/confirm/:userId',
    {
      config: { access: 'own' },
      schema: {
        tags,
        summary: 'Withdraw a confirmation, or leave the waiting list',
        params: confirmParams,
        response: { 200: confirmationSchema },
      },
    },
    async (request) =>
      showConfirmation(await cancelAttendance(context, readEventId(request.params.eventId), userOf(request))),
  );
}

/**
 * Adds a Link header. The address is relative, so it is correct behind any proxy, and a token in the query is removed.
 */
function linkNext(request: FastifyRequest, reply: FastifyReply, cursor: string | undefined): void {
  if (cursor === undefined) return;
  const [, query = ''] = request.url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete('access_token');
  parameters.set('cursor', cursor);
  void reply.header('link', `<?${parameters.toString()}>; rel="next"`);
}

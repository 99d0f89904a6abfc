import type { TraceKind } from './cast.ts';
import type { Sight } from './relations.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** A question mark means optional. */
export type Expected = TraceKind | `${TraceKind}?`;

/**
 * How a route is tested.
 * person: the path names the other person. Callers with the sight get 200 and these traces. All others get exactly the
 * answer for an unknown person.
 * list: it shows these traces of each person whom the caller can see, and nothing of others.
 * nobody: it answers 200, or this status, and contains no data of other people.
 * own: a separate test covers it, for the given reason.
 * staff: staff see everyone except erased people.
 */
export type Judgement =
  | { by: 'person'; sight: Sight; shows?: readonly Expected[]; payload?: Record<string, unknown> }
  | { by: 'list'; shows: Partial<Record<Sight, readonly Expected[]>>; query?: string; paged?: true }
  | { by: 'nobody'; query?: string; payload?: Record<string, unknown>; status?: number; unasked?: string }
  | { by: 'own'; why: string }
  | { by: 'staff'; payload?: Record<string, unknown> };

export type Route = { method: Method; path: string } & Judgement;

const route = (method: Method, path: string, judgement: Judgement): Route => ({ method, path, ...judgement });
const nobody = (more: Omit<Extract<Judgement, { by: 'nobody' }>, 'by'> = {}): Judgement => ({
  by: 'nobody',
  ...more,
});
const staff = (payload?: Record<string, unknown>): Judgement => ({
  by: 'staff',
  ...(payload ? { payload } : {}),
});
const card = ['id', 'name', 'place', 'photo'] as const;
/** The end of a combination is notified with the id only. */
const told = { chat: ['id', 'said', 'heard'], undone: ['id'] } as const;

/** Every route. A new one fails the test until this table states what it may show of others. */
export const routes: readonly Route[] = [
  route('GET', '/user/{other}/card', { by: 'person', sight: 'card', shows: [...card, 'about', 'album'] }),
  route('GET', '/user/{other}/photos', { by: 'person', sight: 'card', shows: ['album'] }),
  route('GET', '/photos/{name}', { by: 'person', sight: 'card', shows: ['picture', 'photo?'] }),
  route('GET', '/photos/{name}/thumb', { by: 'person', sight: 'card', shows: ['picture', 'photo?'] }),
  route('GET', '/user/{userId}/chat/{userChat}', {
    by: 'person',
    sight: 'chat',
    shows: ['id', 'said', 'heard'],
  }),
  route('GET', '/user/{userId}/chat/{userChat}/{page}', {
    by: 'person',
    sight: 'chat',
    shows: ['id', 'said', 'heard'],
  }),
  route('POST', '/user/{userId}/chat/{userChat}/typing', { by: 'person', sight: 'chat' }),
  route('POST', '/user/{userId}/chat/{userChat}', {
    by: 'person',
    sight: 'chat',
    payload: { message: 'Oi' },
  }),
  route('DELETE', '/user/{userId}/chat/{userChat}/{messageId}', { by: 'person', sight: 'chat' }),
  route('POST', '/user/like/{useriD}', { by: 'person', sight: 'card' }),
  route('POST', '/user/dislike/{useriD}', { by: 'person', sight: 'card' }),

  route('GET', '/user/feed', { by: 'list', shows: { feed: card }, paged: true }),
  route('GET', '/event/{eventId}/participants', { by: 'list', shows: { card }, paged: true }),
  route('GET', '/user/{userId}/combinations', {
    by: 'list',
    shows: { chat: [...card, 'said?', 'heard?'] },
    paged: true,
  }),
  route('GET', '/user/{userId}/likes', { by: 'list', shows: { likes: card }, paged: true }),
  route('GET', '/user/{userId}/blocks', {
    by: 'list',
    shows: { blocks: ['id', 'name', 'place'] },
    paged: true,
  }),
  route('GET', '/user/{userId}/updates', { by: 'list', shows: told, query: 'since=0&limit=200' }),
  route('GET', '/user/{userId}/live', { by: 'list', shows: told }),
  // An export has the user's own actions and messages. The people concerned appear as ids only.
  route('GET', '/user/{userId}/export', { by: 'list', shows: { acted: ['id', 'heard?'] } }),

  route('GET', '/user/block/{useriD}', {
    by: 'own',
    why: 'accepted for every existing row, so that the answer does not reveal hidden people',
  }),
  route('DELETE', '/user/block/{useriD}', { by: 'own', why: 'answers the same for an unknown person' }),
  route('POST', '/user/{userId}/report/{other}', {
    by: 'own',
    why: 'like a block; a photo only of a visible person or one that the caller blocked',
  }),
  route('POST', '/user/{userId}/report/event/{eventId}', {
    by: 'own',
    why: 'concerns an event and names no person',
  }),
  route('GET', '/user/{userId}/reports', {
    by: 'own',
    why: 'names reported people as of the report, until their account is erased',
  }),
  route('POST', '/user/undo', { by: 'own', why: 'concerns the last dislike and names no person' }),
  route('GET', '/user/{userId}/counters', { by: 'own', why: 'contains only numbers' }),

  route('POST', '/oauth/token', nobody({ unasked: 'signs in' })),
  route('GET', '/oauth/session', nobody()),
  route('DELETE', '/oauth/session', nobody({ unasked: 'ends the session' })),
  route('GET', '/presentation', nobody({ status: 404 })),
  route('GET', '/town', nobody()),
  route('GET', '/city/search', nobody({ query: 'q=sao' })),
  route('GET', '/terms', nobody({ status: 404 })),
  route('GET', '/user/perfil', nobody()),
  route('PUT', '/user/perfil', nobody({ payload: { need_tour: false } })),
  route('POST', '/user/{userId}/photos', nobody({ payload: {}, status: 415 })),
  route('PUT', '/user/{userId}/photos/order', nobody({ payload: { photos: [] }, status: 400 })),
  route('DELETE', '/user/{userId}/photos/{photoId}', nobody({ status: 404 })),
  route('GET', '/portraits/{seed}.svg', nobody()),
  route('GET', '/user/{userId}/config', nobody()),
  route('PUT', '/user/{userId}/config', nobody({ payload: { woman: true } })),
  route('GET', '/pictures/{of}/{id}', nobody({ status: 404 })),
  route('GET', '/get/ads', nobody()),
  route('POST', '/get/ads/{id}/view', nobody({ status: 404 })),
  route('POST', '/get/ads/{id}/click', nobody({ status: 404 })),
  // Only staff may know who reported a person.
  route('GET', '/user/{userId}/notices', nobody()),
  route('POST', '/user/{userId}/appeal', nobody({ payload: { text: 'x' }, status: 409 })),
  route('POST', '/user/{userId}/delete', nobody({ unasked: 'deletes' })),
  route('GET', '/event/location', nobody({ query: 'location=Brasil' })),
  route('GET', '/event/spotlight', nobody()),
  route('GET', '/event/cities', nobody()),
  route('GET', '/event/categories', nobody()),
  route('GET', '/event/search', nobody({ query: 'q=baile' })),
  route('GET', '/event/list', nobody({ query: 'ids=1' })),
  route('GET', '/event/{eventId}/get', nobody()),
  route('GET', '/event/{eventId}/ics', nobody()),
  route('GET', '/event-pictures/{name}', nobody({ status: 404 })),
  route('GET', '/user/{userId}/events', nobody()),
  route('GET', '/user/{userId}/events.ics', nobody()),
  route('POST', '/user/calendar', nobody()),
  route('DELETE', '/user/calendar', nobody()),
  route('GET', '/events.ics', nobody({ query: 'key=nobody', status: 404 })),
  route('POST', '/event/{eventId}/confirm/{userId}', nobody()),
  route('DELETE', '/event/{eventId}/confirm/{userId}', nobody()),
  route('GET', '/push/key', nobody()),
  route('PUT', '/user/{userId}/devices/{deviceId}', nobody({ payload: {}, status: 400 })),
  route('DELETE', '/user/{userId}/devices/{deviceId}', nobody()),

  route('POST', '/staff/token', nobody({ payload: {}, status: 401 })),
  route('GET', '/staff/presentation', staff()),
  route('PUT', '/staff/presentation/{language}', staff({})),
  route('GET', '/staff/terms', staff()),
  route('PUT', '/staff/terms/{language}', staff({})),
  route('GET', '/staff/reports', staff()),
  route('POST', '/staff/reports/{id}/close', staff({})),
  route('GET', '/staff/reports/{id}/photo', staff()),
  route('GET', '/staff/cases', staff()),
  route('GET', '/staff/acts', staff()),
  route('GET', '/staff/users/{id}/case', staff()),
  route('GET', '/staff/users/{id}/reports', staff()),
  ...['warn', 'hide', 'unhide', 'lift', 'dismiss'].map((deed) =>
    route('POST', `/staff/users/{id}/${deed}`, staff({ reason: 'x' })),
  ),
  route('POST', '/staff/users/{id}/suspend', staff({ reason: 'x', until: null })),
  route('POST', '/staff/users/{id}/remove-photo', staff({ reason: 'x', photo: 'x' })),
  route('POST', '/staff/users/{id}/remove-text', staff({ reason: 'x', text: 'name' })),
  route('POST', '/staff/appeals/{id}/accept', staff({})),
  route('POST', '/staff/appeals/{id}/refuse', staff({ reason: 'x' })),
  route('PUT', '/staff/users/{id}/premium', staff({ is_premium: true })),
  route('GET', '/staff/campaigns', staff()),
  route('POST', '/staff/campaigns', staff({})),
  route('PUT', '/staff/campaigns/{id}', staff({})),
  route('POST', '/staff/campaigns/{id}/stop', staff()),
  route('GET', '/staff/campaigns/{id}/days', staff()),
  route('GET', '/staff/events', staff()),
  route('POST', '/staff/events', staff({})),
  route('PUT', '/staff/events/{eventId}', staff({})),
  route('PUT', '/staff/events/{eventId}/picture', {
    by: 'own',
    why: 'event-picture.routes.test.ts sends a picture as the body; the answer is the event',
  }),
  route('POST', '/staff/events/{eventId}/cancel', staff()),
];

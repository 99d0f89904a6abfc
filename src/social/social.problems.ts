import { defineProblems } from '../platform/problem.ts';

export const socialProblems = defineProblems({
  invalid_grant: { status: 401, title: 'The refresh token is not valid any more' },
  identity_not_proven: { status: 401, title: 'The stated identity was not proven' },
  provider_unavailable: { status: 503, title: 'The identity provider cannot be reached at the moment' },
  own_user: { status: 409, title: 'This cannot be done to oneself' },
  prefetch_refused: { status: 403, title: 'This changes something and is not done for a prefetch' },
  not_combined: { status: 403, title: 'The two users are not combined' },
  premium_only: { status: 403, title: 'This is for premium users' },
  nothing_to_undo: { status: 409, title: 'There is no dislike to take back' },
  undid_combination: { status: 409, title: 'The last dislike undid a combination and stays' },
  limit_reached: {
    status: 429,
    title: 'This was done as often as one user may',
    members: { limit: 'which: likes_per_day, messages_per_minute or reports_per_day' },
  },
  too_many_photos: { status: 409, title: 'There are five photos already' },
  event_full: { status: 409, title: 'The event has no place left' },
  event_cancelled: { status: 409, title: 'The event was cancelled' },
  event_over: { status: 409, title: 'The event is over' },
});

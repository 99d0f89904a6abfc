import { defineProblems } from '../platform/problem.ts';

export const socialProblems = defineProblems({
  invalid_grant: { status: 401, title: 'The refresh token is not valid any more' },
  user_suspended: {
    status: 403,
    title: 'The user is suspended',
    members: {
      reason: 'Why, in the words of the staff',
      suspended_until: 'When the user may sign in again; left out where it is for good',
      user_id: 'The id that paths take as userId',
      appeal: '`possible`, `open` while staff look at it, or `refused`',
      appeal_path: 'Where to appeal, below the base address',
      appeal_token:
        'A bearer token for that path, the notices, the export and the deletion of this user, good for an hour',
    },
  },
  nothing_to_appeal: { status: 409, title: 'Nothing is in force that could be appealed against' },
  appealed_already: { status: 409, title: 'There was an appeal against this decision already' },
  appeal_decided: { status: 409, title: 'The appeal was decided otherwise' },
  case_settled: { status: 409, title: 'Another member of staff has settled this meanwhile' },
  factor_required: { status: 401, title: 'A code of the second factor is needed' },
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
    namesFields: true,
    members: { limit: 'which: likes_per_day, messages_per_minute, photo_links_per_day or reports_per_day' },
  },
  too_many_photos: { status: 409, title: 'There are five photos already' },
  event_full: { status: 409, title: 'The event has no place left' },
  event_cancelled: { status: 409, title: 'The event was cancelled' },
  event_changed: { status: 409, title: 'Somebody else has changed the event meanwhile' },
  text_changed: { status: 409, title: 'Somebody else has published another version meanwhile' },
  event_over: { status: 409, title: 'The event is over' },
});

import type { Scenario } from '../scenario.ts';
import { bareRoute } from './bare-route.ts';
import { insert, insertWithKey } from './insert.ts';
import { indexedSelect } from './indexed-select.ts';
import { memory } from './memory.ts';
import { chatSend, chatWeek } from './social-chat.ts';
import { eventsByCity } from './social-events.ts';
import { feed, feedBusy, feedExhausted, feedOrdinary, like } from './social-feed.ts';
import { liveDelay, liveDelayOverTwo, liveFanOut, liveFanOutOverTwo } from './social-live.ts';

/** Everything that `npm run bench` measures, in this order. */
export const scenarios: readonly Scenario[] = [
  bareRoute,
  indexedSelect,
  insert,
  insertWithKey,
  memory,
  feed,
  like,
  feedOrdinary,
  feedBusy,
  feedExhausted,
  chatSend,
  chatWeek,
  eventsByCity,
  liveFanOut,
  liveFanOutOverTwo,
  liveDelay,
  liveDelayOverTwo,
];

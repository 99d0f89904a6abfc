import type { Scenario } from '../scenario.ts';
import { appFirstScreen, appFrames, appLongestFrame, appMemory, appUsable } from './app.ts';
import {
  profileWhileSigningIn,
  signInBesideArgon,
  signInBesideScrypt,
  signUpBesideArgon,
  signUpBesideScrypt,
} from './accounts.ts';
import { bareRoute } from './bare-route.ts';
import { insert, insertWithKey } from './insert.ts';
import { indexedSelect } from './indexed-select.ts';
import { largestBodies } from './largest-bodies.ts';
import { memory } from './memory.ts';
import { rateRead } from './rates.ts';
import { tokenIssue, tokenIssueBesideEdDsa } from './tokens.ts';
import { signalByNats, signalByPostgres } from './signals.ts';
import { tracesOff } from './traces.ts';
import { webhooks } from './webhooks.ts';
import { blocksRead, blocksReadAtSize, blockToWebhook, fullBlocksFetchedFromNode } from './chain-reading.ts';
import { xrpLedgersRead, xrpLedgersReadAtSize } from './xrp-reading.ts';
import { etherBlocksAtSize, etherBlocksRead } from './ethereum-reading.ts';
import { conversion, hotAccount, order } from './merchant-trading.ts';
import { coinChosen, hostedPage, paymentCreated, paymentLookup } from './payments.ts';
import { consoleOverview, consolePayments } from './console-payments.ts';
import { paymentsList } from './payments-list.ts';
import { replicaReads, replicaWrites } from './replica-reads.ts';
import { payoutFees } from './payout-fees.ts';
import { chatSend, chatWeek } from './social-chat.ts';
import { eventsByCity } from './social-events.ts';
import { feed, like } from './social-feed.ts';
import { feedBusy, feedExhausted, feedWithoutMatch, feedOrdinary } from './social-feed-crowd.ts';
import { messages } from './social-messages.ts';
import { counters, wholeCard } from './social-people.ts';
import { liveDelay, liveDelayOverTwo, liveFanOut, liveFanOutOverTwo } from './social-live.ts';
import { liveDelayInCrowd, liveMemory } from './social-live-many.ts';

export const scenarios: readonly Scenario[] = [
  bareRoute,
  tracesOff,
  indexedSelect,
  insert,
  insertWithKey,
  tokenIssue,
  tokenIssueBesideEdDsa,
  rateRead,
  webhooks,
  signalByPostgres,
  signalByNats,
  conversion,
  order,
  hotAccount,
  paymentCreated,
  coinChosen,
  paymentLookup,
  paymentsList,
  replicaReads,
  replicaWrites,
  consolePayments,
  consoleOverview,
  hostedPage,
  blocksRead,
  blocksReadAtSize,
  fullBlocksFetchedFromNode,
  xrpLedgersRead,
  xrpLedgersReadAtSize,
  blockToWebhook,
  etherBlocksRead,
  ...etherBlocksAtSize,
  ...payoutFees,
  signInBesideScrypt,
  signInBesideArgon,
  signUpBesideScrypt,
  signUpBesideArgon,
  profileWhileSigningIn,
  feed,
  like,
  feedOrdinary,
  feedBusy,
  feedExhausted,
  feedWithoutMatch,
  wholeCard,
  counters,
  chatSend,
  chatWeek,
  messages,
  eventsByCity,
  liveFanOut,
  liveFanOutOverTwo,
  liveDelay,
  liveDelayOverTwo,
  liveMemory,
  liveDelayInCrowd,
  appFirstScreen,
  appUsable,
  appFrames,
  appLongestFrame,
  appMemory,
  largestBodies,
  memory,
];

import { PracaError } from '@praca/client';
import { explain } from '../state/act.ts';
import { api } from '../state/api.ts';
import { keptStore } from '../state/known.ts';
import { isConnected, onUpdate } from '../state/live.ts';
import { me, refreshMe } from '../state/session.ts';
import { createStore, type Store } from '../state/store.ts';
import { showToast } from '../state/toasts.ts';
import { textsNow } from '../texts/language.ts';
import { removeCard, returnCard } from './deck-state.ts';
import { outbox, type Reaction } from './outbox.ts';
import { forgetProfile, loadPerson, type Card } from './people.ts';
import { discoverTexts } from './texts.ts';

/** Person passed last, whom undo brings back. */
export const lastPassed: Store<Card | undefined> = keptStore<Card | undefined>('discover.passed', undefined);
export const combinedWith: Store<Card | undefined> = createStore<Card | undefined>(undefined);

export function react(kind: Reaction['kind'], card: Card): void {
  removeCard(card.id);
  if (kind === 'pass') lastPassed.set(card);
  else if (lastPassed.get()?.id === card.id) lastPassed.set(undefined);
  outbox.change((before) => [...before, { kind, card }]);
  void sendReactions();
}

let sending: Promise<void> | undefined;

/**
 * Sends the reactions one at a time. After a network failure the rest stays in the outbox until the connection is back.
 */
export function sendReactions(): Promise<void> {
  sending ??= sendAll().finally(() => {
    sending = undefined;
  });
  return sending;
}

async function sendAll(): Promise<void> {
  for (let [first] = outbox.get(); first; [first] = outbox.get()) {
    if (!isConnected.get()) return sayKept(first);
    // A feed read before the reaction is sent still contains the card, for example after a reload.
    removeCard(first.card.id);
    try {
      await send(first);
    } catch (error) {
      if (error instanceof PracaError && error.status === 0) return sayKept(first);
      takeBack(first, error);
    }
    const sent = first;
    outbox.change((before) => before.filter((reaction) => reaction !== sent));
  }
}

async function send({ kind, card }: Reaction): Promise<void> {
  const path = { useriD: card.id };
  if (kind === 'pass') return void (await api.post('/user/dislike/{useriD}', { path }));
  const { comStatus } = await api.post('/user/like/{useriD}', { path });
  if (comStatus === 'combined') announce(card);
}

/** Ids already announced. A combination is reported by the answer to the user's own like and by a live update. */
const announced = new Set<string>();

function announce(card: Card): void {
  if (announced.has(card.id)) return;
  announced.add(card.id);
  // Reloads the profile, which now says that the two are combined.
  forgetProfile(card.id);
  combinedWith.set(card);
}

function sayKept({ kind, card }: Reaction): void {
  if (kind === 'like') showToast({ text: textsNow(discoverTexts).likeKept(card.name) });
}

function takeBack({ kind, card }: Reaction, error: unknown): void {
  if (kind === 'pass' && lastPassed.get()?.id === card.id) lastPassed.set(undefined);
  // 403 or 404: the person has left or is hidden, so the card is not put back.
  const isGone = error instanceof PracaError && [403, 404].includes(error.status);
  if (isGone) forgetProfile(card.id);
  else returnCard(card);
  const { sorry } = textsNow(discoverTexts);
  showToast({ text: isGone ? explain(error) : sorry(card.name, explain(error)), kind: 'bad' });
}

/**
 * Brings back the person passed last. A pass still in the outbox is just removed; undoing one on the server requires
 * premium.
 */
export async function undoPass(): Promise<void> {
  const card = lastPassed.get();
  const texts = textsNow(discoverTexts);
  if (!card) return;
  const unsent = outbox
    .get()
    .findLast((reaction) => reaction.kind === 'pass' && reaction.card.id === card.id);
  if (unsent && !isConnected.get()) {
    outbox.change((before) => before.filter((reaction) => reaction !== unsent));
    lastPassed.set(undefined);
    return returnCard(card);
  }
  // The stored profile may be outdated.
  if (me.get()?.isPremium !== true) await refreshMe().catch(() => {});
  if (me.get()?.isPremium !== true) return showToast({ text: texts.undoIsPremium });
  lastPassed.set(undefined);
  returnCard(card);
  try {
    await sendReactions();
    const { card: shown } = await api.post('/user/undo');
    if (!shown) throw new PracaError(404, { detail: texts.gone(card.name) });
  } catch (error) {
    removeCard(card.id);
    lastPassed.set(card);
    showToast({ text: explain(error), kind: 'bad' });
  }
}

/** Sends and receives reactions while a screen of people is shown. Returns a function that stops this. */
export function watchReactions(): () => void {
  void sendReactions();
  const stops = [
    isConnected.watch((connected) => {
      if (connected) void sendReactions();
    }),
    onUpdate('combination', ({ data }) => {
      const { userId } = data as { readonly userId: string };
      // A pending answer to the user's own like already contains the card.
      void (sending ?? Promise.resolve())
        .then(() => (announced.has(userId) ? undefined : loadPerson(userId)))
        .then((person) => person && announce(person))
        .catch(() => {});
    }),
    onUpdate('combination_undone', ({ data }) => {
      announced.delete((data as { readonly userId: string }).userId);
    }),
  ];
  return () => stops.forEach((stop) => stop());
}

import type { BlockDays } from '../parts/block-length.ts';
import { act } from '../state/act.ts';
import { api } from '../state/api.ts';
import { getMe } from '../state/session.ts';
import { showToast } from '../state/toasts.ts';
import { textsNow } from '../texts/language.ts';
import { removeCard, returnCard } from './deck-state.ts';
import { forgetPerson, type Card } from './people.ts';
import { discoverTexts } from './texts.ts';

/** Gone at once, with a way back. */
export async function blockPerson(card: Card, days: BlockDays = 0): Promise<boolean> {
  const texts = textsNow(discoverTexts);
  const path = { useriD: card.id };
  removeCard(card.id);
  const isDone = await act(
    () => api.get('/user/block/{useriD}', { path, query: { days } }),
    () => returnCard(card),
  );
  if (!isDone) return false;
  forgetPerson(card.id);
  const unblock = (): void => {
    returnCard(card);
    void act(
      () => api.delete('/user/block/{useriD}', { path }),
      () => removeCard(card.id),
    );
  };
  showToast({ text: texts.blocked(card.name), undo: { label: texts.undo, run: unblock } });
  return true;
}

/** As the server knows them. */
export const reportCategories = [
  'harassment',
  'hate',
  'sexual',
  'violence',
  'minor',
  'fake',
  'spam',
  'scam',
  'other',
] as const;
export type ReportCategory = (typeof reportCategories)[number];

export interface Report {
  readonly category: ReportCategory;
  readonly reason: string;
  /** The photo that it is about: its id or its address. */
  readonly photo: string | undefined;
}

/** The server wants words; whoever only chose a reason has said enough. */
export const wordsOf = ({ reason }: Report, label: string): string =>
  reason.trim() === '' ? label : reason.trim();

export async function reportPerson(card: Card, report: Report): Promise<boolean> {
  const texts = textsNow(discoverTexts);
  const { category, photo } = report;
  return act(() =>
    api.post('/user/{userId}/report/{other}', {
      path: { userId: getMe().userId, other: card.id },
      body: {
        category,
        reason: wordsOf(report, texts.categories[category]),
        ...(photo === undefined ? {} : { photo }),
      },
    }),
  );
}

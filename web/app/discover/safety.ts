import type { BlockDays } from '../parts/block-length.ts';
import { act } from '../state/act.ts';
import { api } from '../state/api.ts';
import { getMe } from '../state/session.ts';
import { showToast } from '../state/toasts.ts';
import { textsNow } from '../texts/language.ts';
import { removeCard, returnCard } from './deck-state.ts';
import { forgetPerson, type Card } from './people.ts';
import { discoverTexts } from './texts.ts';

/** Hides the person at once and offers an undo. */
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

/** The categories that the server accepts. */
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
  /** Id or address of the reported photo. */
  readonly photo: string | undefined;
}

/** Returns the words of the report, or the label of the category: the server requires a text. */
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

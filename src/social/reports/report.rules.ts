import { readNormalForm } from '../../platform/normal-form.ts';

/** For whoever files nothing. Apps may have categories of their own: staff see each under its name. */
const defaultCategory = 'other';
export const usualCategories = [
  'harassment',
  'hate',
  'sexual',
  'violence',
  'minor',
  'fake',
  'spam',
  'scam',
  'other',
];

/** What a reporter is told: nothing of the measure, which is a matter of the reported user. */
export const reportOutcomes = ['action_taken', 'no_breach'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

export const longestCategory = 40;
export const mostMessages = 50;

/** One spelling for each, so that they can be counted. */
export function readCategory(text: string | undefined): string {
  const category = readNormalForm(text ?? '', longestCategory, 'category')
    .trim()
    .toLowerCase();
  return category === '' ? defaultCategory : category;
}

/** Each once, in the order given, with the place where it stood. */
export function distinctIds(ids: readonly string[]): { id: string; index: number }[] {
  const found = new Map<string, number>();
  for (const [index, id] of ids.entries())
    if (!found.has(id.toLowerCase())) found.set(id.toLowerCase(), index);
  return [...found].map(([id, index]) => ({ id, index }));
}

/** The same words about the same person again within this time are a second click. */
export const secondClickMs = 60_000;

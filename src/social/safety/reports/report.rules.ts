import { readNormalForm } from '../../../platform/normal-form.ts';

/** Category of reports without one. Apps may use other categories, which staff see under the given name. */
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

/** Outcomes for the reporter. They do not name the measure, which is confidential to the reported user. */
export const reportOutcomes = ['action_taken', 'no_breach'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

export const longestCategory = 40;
export const mostMessages = 50;

/** Returns a category in one spelling, so that reports can be counted. */
export function readCategory(text: string | undefined): string {
  const category = readNormalForm(text ?? '', longestCategory, 'category')
    .trim()
    .toLowerCase();
  return category === '' ? defaultCategory : category;
}

/** Returns each id once, in the given order, with its first index. */
export function distinctIds(ids: readonly string[]): { id: string; index: number }[] {
  const found = new Map<string, number>();
  for (const [index, id] of ids.entries())
    if (!found.has(id.toLowerCase())) found.set(id.toLowerCase(), index);
  return [...found].map(([id, index]) => ({ id, index }));
}

/** Time in milliseconds within which the same words about the same user count as a double click. */
export const secondClickMs = 60_000;

import type { Language } from '../language.ts';
import type { ProblemError } from '../../problem.ts';

/**
 * English sentences as the code says them, each with its others. `{1}` stands for what is put in; it is translated too
 * where it is a phrase of ours.
 */
export type DetailWords = Readonly<Record<string, { readonly pt: string; readonly de: string }>>;

/** Undefined where nobody has written it in that language. */
export type TranslateDetail = (text: string, language: Language) => string | undefined;

/** Longer ones come of what a client sent; looking for their form would cost more than they are worth. */
const longest = 2000;

interface Form {
  pattern: RegExp;
  words: DetailWords[string];
}

export function createTranslator(catalogues: readonly DetailWords[]): TranslateDetail {
  const exact = new Map<string, DetailWords[string]>();
  const forms: (Form & { weight: number })[] = [];
  for (const [english, words] of catalogues.flatMap((catalogue) => Object.entries(catalogue))) {
    if (english.includes('{1}'))
      forms.push({ pattern: patternOf(english), words, weight: english.replaceAll(/\{\d\}/g, '').length });
    else exact.set(english, words);
  }
  // The most particular first: "must be at least {1}, who have confirmed" before "must be {1}".
  forms.sort((one, other) => other.weight - one.weight);
  const translate = (text: string, language: 'pt' | 'de'): string | undefined => {
    const whole = exact.get(text)?.[language];
    if (whole !== undefined || text.length > longest) return whole;
    for (const { pattern, words } of forms) {
      const match = pattern.exec(text);
      if (match)
        return words[language].replaceAll(/\{(\d)\}/g, (_, n) => phrase(match[Number(n)] ?? '', language));
    }
    return undefined;
  };
  /** What was put in: a phrase of ours, several of them to choose from, or a name or a number, which stay. */
  const phrase = (text: string, language: 'pt' | 'de'): string =>
    translate(text, language) ??
    text
      .split(' or ')
      .map((choice) => exact.get(choice)?.[language] ?? choice)
      .join(language === 'pt' ? ' ou ' : ' oder ');
  return (text, language) => (language === 'en' ? text : translate(text, language));
}

const patternOf = (english: string): RegExp =>
  new RegExp(
    `^${english
      .split(/\{\d\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('(.+?)')}$`,
    's',
  );

export interface ShownDetail {
  detail: string;
  errors: ProblemError['errors'];
  /** The one in which the detail is written. */
  language: Language;
}

/** In the reader's language where there are words for all of it, else in English. */
export function showDetail(shown: ProblemError, language: Language, translate: TranslateDetail): ShownDetail {
  const english = { detail: shown.detail, errors: shown.errors, language: 'en' as const };
  if (language === 'en') return english;
  const errors = shown.errors?.map((error) => ({
    ...error,
    message: translate(error.message, language) ?? error.message,
  }));
  const isList = shown.errors !== undefined && shown.detail === listOf(shown.errors);
  const detail = isList && errors ? listOf(errors) : translate(shown.detail, language);
  const isWhole =
    detail !== undefined &&
    errors?.every(({ message }, at) => message !== shown.errors?.[at]?.message) !== false;
  return isWhole ? { detail, errors, language } : english;
}

const listOf = (errors: NonNullable<ProblemError['errors']>): string =>
  errors.map(({ field, message }) => `${field} ${message}`).join('; ');

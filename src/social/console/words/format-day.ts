import { locales, type Language } from '../../../platform/http/language.ts';

/** Formats the date in the town's time zone. */
export const formatDay = (at: Date, language: Language, timeZone = 'America/Sao_Paulo'): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'medium', timeZone }).format(at);

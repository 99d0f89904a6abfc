import type { Language } from '../../../platform/http/language.ts';

/** By the calendar of the town; British English, as times are. */
export const formatDay = (at: Date, language: Language, timeZone = 'America/Sao_Paulo'): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'medium', timeZone }).format(
    at,
  );

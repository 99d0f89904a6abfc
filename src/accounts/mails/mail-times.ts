import { locales, type Language } from '../../platform/http/language.ts';

/** A mail does not know the zone of its reader. */
const timeZone = 'UTC';

export const sayDay = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }).format(at);

/** The texts say that it is in UTC. */
export const sayTime = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at);

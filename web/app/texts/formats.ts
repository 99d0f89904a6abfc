/** Cached formatters: creating one takes longer than using it a thousand times. */
const made = new Map<string, unknown>();

function once<T>(key: string, make: () => T): T {
  const found = made.get(key) as T | undefined;
  if (found !== undefined) return found;
  const format = make();
  made.set(key, format);
  return format;
}

/** Without an explicit zone the offset is part of the key, because the device's zone may change. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  once(
    `date ${locale} ${options.timeZone ?? new Date().getTimezoneOffset()} ${JSON.stringify(options)}`,
    () => new Intl.DateTimeFormat(locale, options),
  );

export const priceFormat = (locale: string, currency: string): Intl.NumberFormat =>
  once(`price ${locale} ${currency}`, () => new Intl.NumberFormat(locale, { style: 'currency', currency }));

export const distanceFormat = (locale: string): Intl.RelativeTimeFormat =>
  once(`distance ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** Splits a text into user-perceived letters (grapheme clusters). */
export const lettersOf = (text: string): Intl.Segments =>
  once('letters', () => new Intl.Segmenter()).segment(text);

/** Latin letter without a combining mark after it. */
const plainFirst = /^[\p{L}\d](?=$|[\p{L}\d\s.'-])/u;

/** Returns the first user-perceived letter. For most names this avoids the segmenter, which loads Unicode tables. */
export function firstLetterOf(text: string): string {
  const [plain] = plainFirst.exec(text) ?? [];
  if (plain !== undefined && plain <= '\u024F') return plain;
  const [first] = lettersOf(text);
  return first?.segment ?? '';
}

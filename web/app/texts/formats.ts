/** To make one takes longer than to use it a thousand times, and to draw the line that it is for. */
const made = new Map<string, unknown>();

function once<T>(key: string, make: () => T): T {
  const found = made.get(key) as T | undefined;
  if (found !== undefined) return found;
  const format = make();
  made.set(key, format);
  return format;
}

/** One without a zone of its own holds until its reader travels to another. */
export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  once(
    `date ${locale} ${options.timeZone ?? new Date().getTimezoneOffset()} ${JSON.stringify(options)}`,
    () => new Intl.DateTimeFormat(locale, options),
  );

export const priceFormat = (locale: string, currency: string): Intl.NumberFormat =>
  once(`price ${locale} ${currency}`, () => new Intl.NumberFormat(locale, { style: 'currency', currency }));

export const distanceFormat = (locale: string): Intl.RelativeTimeFormat =>
  once(`distance ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** What people take for one letter each. */
export const lettersOf = (text: string): Intl.Segments =>
  once('letters', () => new Intl.Segmenter()).segment(text);

/** A Latin letter that no sign behind it belongs to. */
const plainFirst = /^[\p{L}\d](?=$|[\p{L}\d\s.'-])/u;

/** The first of them. For most names the browser need not read its tables of all writing systems. */
export function firstLetterOf(text: string): string {
  const [plain] = plainFirst.exec(text) ?? [];
  if (plain !== undefined && plain <= '\u024F') return plain;
  const [first] = lettersOf(text);
  return first?.segment ?? '';
}

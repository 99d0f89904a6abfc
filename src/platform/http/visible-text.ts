/**
 * Characters that nobody sees, or that change the direction of what stands after them, let a text say one thing and show
 * another: `\u202E` turns "gpj.exe" round, a zero-width space makes a second merchant of one name. They are refused
 * where people read the text, but for the few that a script or an emoji is written with.
 */

/** Joiners shape letters of these scripts (Persian plurals, Indic conjuncts, old Mongolian). */
const joiningScripts =
  'Arabic Syriac Mongolian Nko Mandaic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam ' +
  'Sinhala Khmer Myanmar Tibetan Thaana Adlam Balinese Javanese Meetei_Mayek Newa Chakma';
/** Written without spaces: a zero-width one says where a line may end. */
const spacelessScripts = 'Thai Lao Khmer Myanmar Tibetan';
const rightToLeftScripts = 'Hebrew Arabic Syriac Thaana Nko Adlam Mandaic';

const anyOf = (scripts: string): string =>
  scripts
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('');

/** One emoji, with its colour or its form, ready to be joined with the next. */
const emoji = '\\p{Extended_Pictographic}[\\uFE0E\\uFE0F\\u{1F3FB}-\\u{1F3FF}]*';

const allowed = new RegExp(
  [
    `(?<=[${anyOf(joiningScripts)}])[\\u200C\\u200D]`,
    `(?<=${emoji})\\u200D(?=\\p{Extended_Pictographic})`,
    `(?<=[${anyOf(spacelessScripts)}])\\u200B`,
    '(?<=\\p{scx=Mongolian})\\u180E',
    // The flags of England, Scotland and Wales: a black flag, letters that nobody sees, and an end.
    '(?<=\\u{1F3F4})[\\u{E0020}-\\u{E007E}]{2,6}\\u{E007F}',
    // Arabic and Syriac signs that stand under a number: of the class of the invisible, and seen.
    '[\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2]',
    '[\\t\\n\\r]',
  ].join('|'),
  'gu',
);

/** Marks of direction are harmless beside letters that run that way, and needed there. */
const directionMarks = /[\u200E\u200F\u061C]/g;
const rightToLeft = new RegExp(`(?=\\p{L})[${anyOf(rightToLeftScripts)}]`, 'u');

/** Control and format characters, line separators, and the fillers of Hangul, which are letters without ink. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u3164\uFFA0]/u;

/** Nearly every text, at a fraction of the price. */
const plain = /^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u02FF]*$/;

/** Whether all of the text can be seen, and is read in the order in which it is written. */
export function isVisibleText(text: string): boolean {
  if (plain.test(text)) return true;
  const rest = text.replace(allowed, '');
  return !invisible.test(rightToLeft.test(text) ? rest.replace(directionMarks, '') : rest);
}

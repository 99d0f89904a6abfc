/**
 * Characters that nobody sees, or that change the direction of what stands after them, let a text say one thing and show
 * another: `\u202E` turns "gpj.exe" round, a zero-width space makes a second merchant of one name. They are refused
 * where people read the text, but for the few that a script or an emoji is written with, as is a text without ink.
 */

/** Joiners shape letters of these scripts (Persian plurals, Indic conjuncts, old Mongolian). */
const joiningScripts =
  'Arabic Syriac Mongolian Nko Mandaic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam ' +
  'Sinhala Khmer Myanmar Tibetan Thaana Adlam Balinese Javanese Meetei_Mayek Newa Chakma';
/** Written without spaces: a zero-width one says where a line may end. */
const spacelessScripts = 'Thai Lao Khmer Myanmar Tibetan';
/** A selector after one of their signs chooses among its forms (StandardizedVariants.txt). */
const variedScripts = 'Han Myanmar Phags_Pa Manichaean Egyptian_Hieroglyphs';
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
    '(?<=\\p{scx=Mongolian})[\\u180B-\\u180F]',
    '(?<=\\p{Extended_Pictographic}[\\u{1F3FB}-\\u{1F3FF}]?)[\\uFE0E\\uFE0F]',
    // A keycap.
    '(?<=[#*0-9])\\uFE0F(?=\\u20E3)',
    `(?<=[${anyOf(variedScripts)}\\p{Sm}\\uFF01\\uFF0C\\uFF0E\\uFF1A\\uFF1B\\uFF1F])(?<![0-9+<=>|~])[\\uFE00-\\uFE0F]`,
    // Names in Chinese characters are told apart by these (the Ideographic Variation Database).
    '(?<=\\p{Script=Han})[\\u{E0100}-\\u{E01EF}]',
    // The flags of England, Scotland and Wales: a black flag, letters that nobody sees, and an end.
    '(?<=\\u{1F3F4})[\\u{E0020}-\\u{E007E}]{2,6}\\u{E007F}',
    // Arabic and Syriac signs that stand under a number: of the class of the invisible, and seen.
    '[\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2]',
    '[\\t\\n\\r]',
  ].join('|'),
  'gu',
);

/** Marks of direction are harmless beside letters that run that way, and needed there. */
const directionMark = /[\u200E\u200F\u061C]/;
const directionMarks = new RegExp(directionMark, 'g');
const rightToLeft = new RegExp(`(?=\\p{L})[${anyOf(rightToLeftScripts)}]`, 'u');

/**
 * Control and format characters, line separators, and whatever may be drawn as nothing: fillers of Hangul, which are
 * letters without ink, joiners and selectors, and code points that Unicode keeps for more of their kind.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** White space, and the blank of Braille, which is its space. */
const blank = /^[\s\u2800]+$/;

/** Of white space alone nothing can be seen either; an empty text is a matter of its length. */
export const isBlankText = (text: string): boolean => blank.test(text);

/** Nearly every text, at a fraction of the price. */
const plain = /^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u02FF]*$/;

/** Whether all of the text can be seen, and is read in the order in which it is written. */
export function isVisibleText(text: string): boolean {
  if (isBlankText(text)) return false;
  if (plain.test(text)) return true;
  const rest = text.replace(allowed, '');
  return !invisible.test(rightToLeft.test(text) ? rest.replace(directionMarks, '') : rest);
}

/** The same for what stands on one line, as a name does: no end of a line, and no tab. */
export const isVisibleLine = (text: string): boolean => !lineControl.test(text) && isVisibleText(text);
const lineControl = /[\t\n\r]/;
/** What moves on within a line or to another, as one space. */
export const onOneLine = (text: string): string => text.replaceAll(/[\t\n\r]+/g, ' ');

/** Of the class Cc, all but tab, line feed and carriage return. */
const control = /(?![\t\n\r])\p{Cc}/u;
export const hasControls = (text: string): boolean => control.test(text);

/** Something that leaves ink. */
const ink = /[^\s\u2800\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Whether anything of the text can be seen, and it has no control characters. For what people write at length and paste together, where a soft hyphen or a
 * mark of direction is no trick; an empty text is a matter of its length.
 */
export const isReadableText = (text: string): boolean =>
  text === '' || (ink.test(text) && !hasControls(text));

const allowedOrInvisible = new RegExp(`${allowed.source}|(?<hidden>${invisible.source})`, 'gu');

/** What is left of a text that was not typed here, such as a name that a provider hands over. */
export function removeHiddenCharacters(text: string): string {
  if (isVisibleText(text)) return text;
  const keepsMarks = rightToLeft.test(text);
  return text.replace(allowedOrInvisible, (found: string, hidden: string | undefined) =>
    hidden === undefined || (keepsMarks && directionMark.test(hidden)) ? found : '',
  );
}

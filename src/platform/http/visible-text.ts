/**
 * Invisible characters, and characters that change the direction of the following text, let a text show something other
 * than its content: `\u202E` reverses "gpj.exe", and a zero-width space makes a second merchant with the same visible
 * name. They are rejected in texts that people read, except for the few that a script or an emoji needs. Texts without
 * a visible character are rejected too.
 */

/** Joiners shape letters of these scripts (Persian plurals, Indic conjuncts, old Mongolian). */
const joiningScripts =
  'Arabic Syriac Mongolian Nko Mandaic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam ' +
  'Sinhala Khmer Myanmar Tibetan Thaana Adlam Balinese Javanese Meetei_Mayek Newa Chakma';
/** Scripts without spaces, in which a zero-width space marks where a line may break. */
const spacelessScripts = 'Thai Lao Khmer Myanmar Tibetan';
/** Scripts in which a variation selector chooses a glyph (StandardizedVariants.txt). */
const variedScripts = 'Han Myanmar Phags_Pa Manichaean Egyptian_Hieroglyphs';
const rightToLeftScripts = 'Hebrew Arabic Syriac Thaana Nko Adlam Mandaic';

const anyOf = (scripts: string): string =>
  scripts
    .split(' ')
    .map((script) => `\\p{scx=${script}}`)
    .join('');

/** One emoji with its skin tone or presentation selector, ready to be joined with another. */
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
    // The Ideographic Variation Database distinguishes names in Chinese characters by these selectors.
    '(?<=\\p{Script=Han})[\\u{E0100}-\\u{E01EF}]',
    // The flags of England, Scotland and Wales: a black flag, invisible tag letters and an end tag.
    '(?<=\\u{1F3F4})[\\u{E0020}-\\u{E007E}]{2,6}\\u{E007F}',
    // Arabic and Syriac signs that enclose a number. They belong to the class of format characters, but are visible.
    '[\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2]',
    '[\\t\\n\\r]',
  ].join('|'),
  'gu',
);

/** Direction marks. Harmless next to letters of right-to-left scripts, and needed there. */
const directionMark = /[\u200E\u200F\u061C]/;
const directionMarks = new RegExp(directionMark, 'g');
const rightToLeft = new RegExp(`(?=\\p{L})[${anyOf(rightToLeftScripts)}]`, 'u');

/**
 * Control and format characters, line separators, and all characters that may be drawn as nothing: Hangul fillers
 * (letters without a glyph), joiners, selectors, and code points that Unicode reserves for such characters.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** White space, including the blank Braille pattern. */
const blank = /^[\s\u2800]+$/;

/**
 * Returns true if the text is white space only. Returns false for an empty text, which is a matter of minimum length.
 */
export const isBlankText = (text: string): boolean => blank.test(text);

/** Fast path that covers nearly every text. */
const plain = /^[\u0020-\u007E\u00A1-\u00AC\u00AE-\u02FF]*$/;

/** Returns true if all characters are visible and are read in the order in which they are stored. */
export function isVisibleText(text: string): boolean {
  if (isBlankText(text)) return false;
  if (plain.test(text)) return true;
  const rest = text.replace(allowed, '');
  return !invisible.test(rightToLeft.test(text) ? rest.replace(directionMarks, '') : rest);
}

/** Like `isVisibleText`, for single lines such as names: no line ends and no tabs. */
export const isVisibleLine = (text: string): boolean => !lineControl.test(text) && isVisibleText(text);
const lineControl = /[\t\n\r]/;
/** Replaces line ends and tabs by spaces. */
export const onOneLine = (text: string): string => text.replaceAll(/[\t\n\r]+/g, ' ');

/** Control characters (class Cc) except tab, line feed and carriage return. */
const control = /(?![\t\n\r])\p{Cc}/u;
export const hasControls = (text: string): boolean => control.test(text);

/** A visible character. */
const ink = /[^\s\u2800\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Returns true if the text has a visible character and no control characters, or is empty. For long texts, into which
 * people paste soft hyphens and direction marks without bad intent.
 */
export const isReadableText = (text: string): boolean =>
  text === '' || (ink.test(text) && !hasControls(text));

const allowedOrInvisible = new RegExp(`${allowed.source}|(?<hidden>${invisible.source})`, 'gu');

/** Removes hidden characters from a text from another system, such as a name from an identity provider. */
export function removeHiddenCharacters(text: string): string {
  if (isVisibleText(text)) return text;
  const keepsMarks = rightToLeft.test(text);
  return text.replace(allowedOrInvisible, (found: string, hidden: string | undefined) =>
    hidden === undefined || (keepsMarks && directionMark.test(hidden)) ? found : '',
  );
}

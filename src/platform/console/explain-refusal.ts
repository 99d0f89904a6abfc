import type { Language } from '../http/language.ts';
import { sayNumbers } from '../pages/figures.page.ts';
import type { Words } from '../http/language.ts';
import { sayIn, type ProblemError, type Sentence } from '../problem.ts';
import { fieldWords } from '../words/field-words.ts';
import type { ConsoleTable } from './frame/console-table.ts';

type Vocabulary = Pick<ConsoleTable, 'refusals' | 'fields'>;

/**
 * Returns why an operation refused, for the person who sent the form: the service's own message, or else the API's
 * detail.
 */
export function explainRefusal(table: Vocabulary, language: Language, refused: ProblemError): string {
  const words = table.refusals.get(refused.code);
  if (words) return words[language];
  const faults = refused.faults?.map((fault) => {
    const label = fault.label ?? table.fields.get(fault.field)?.[language] ?? fault.field;
    return `${label}: ${sayFault(table, language, fault)}`;
  });
  return faults !== undefined && faults.length > 0
    ? faults.join('; ')
    : forReader(table, language, refused.show(language).detail);
}

const forReader = (table: Vocabulary, language: Language, text: string): string =>
  sayNumbers(nameFieldsIn(table, text, language), language);

/** A field that accepts null in the API may be empty in a form, so null is left out of the list of accepted values. */
function sayFault(table: Vocabulary, language: Language, { say, values }: Sentence): string {
  const what = values?.['what'];
  const shown = Array.isArray(what) ? { ...values, what: what.filter((one) => one !== 'null') } : values;
  return forReader(table, language, sayIn(language, { say: formats.get(say) ?? say, values: shown }));
}

/**
 * Returns the faults of a form as sentences, by form field. `inputs` maps API fields to form fields with another name.
 * Faults without a field are left out; they appear in the message above the form.
 */
export function listFaults(
  table: Vocabulary,
  language: Language,
  { faults: found = [] }: ProblemError,
  names: readonly string[],
  inputs: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const fault of found) {
    const path = fault.field.split('.');
    const called = [inputs[fault.field], fault.field, path.join('_'), path.at(-1), path[0]];
    const name = called.find((one) => one !== undefined && names.includes(one));
    if (name === undefined || faults.has(name)) continue;
    const text = sayFault(table, language, fault);
    faults.set(name, `${text.charAt(0).toLocaleUpperCase(language)}${text.slice(1)}.`);
  }
  return faults;
}

/** Readable names of formats. The API uses the names of the JSON Schema specification. */
const formats: ReadonlyMap<Words, Words> = new Map<Words, Words>([
  [fieldWords.validEmail, { ...fieldWords.validEmail, en: 'must be a valid e-mail address' }],
  [fieldWords.validIp, { ...fieldWords.validIp, en: 'must be a valid IP address' }],
  [fieldWords.validUuid, { ...fieldWords.validUuid, en: 'must be a valid id' }],
  [fieldWords.validUriReference, { ...fieldWords.validUriReference, en: 'must be a valid link' }],
  [fieldWords.validDateTime, { ...fieldWords.validDateTime, en: 'must be a valid date and time' }],
]);

const quotes: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['“', '”'],
  pt: ['“', '”'],
  de: ['„', '“'],
};

/** Field names that cannot be ordinary words, such as `startDate`. Names like `name` are not replaced. */
const wireName = /\b[a-z]+(?:[A-Z_.][A-Za-z]+)+\b/g;

/** Replaces the names of API fields in a sentence by the labels of the form. */
const nameFieldsIn = ({ fields }: Vocabulary, text: string, language: Language): string =>
  text.replaceAll(wireName, (name) => {
    const label = fields.get(name)?.[language];
    return label === undefined ? name : quotes[language].join(label);
  });

import type { Language } from '../http/language.ts';
import { sayNumbers } from '../pages/figures.page.ts';
import type { FieldError, ProblemError } from '../problem.ts';
import type { ConsoleTable } from './frame/console-table.ts';

type Vocabulary = Pick<ConsoleTable, 'refusals' | 'fields' | 'translate'>;

/** Why an operation refused, for whoever filled in the form: in words of the service, else as the API says it. */
export function explainRefusal(table: Vocabulary, language: Language, refused: ProblemError): string {
  const words = table.refusals.get(refused.code);
  if (words) return words[language];
  const faults = refused.errors?.map((error) => {
    const label = error.label ?? table.fields.get(error.field)?.[language] ?? error.field;
    return `${label}: ${sayFault(table, language, error)}`;
  });
  return faults !== undefined && faults.length > 0 ? faults.join('; ') : say(table, language, refused.detail);
}

function say(table: Vocabulary, language: Language, text: string): string {
  const said = table.translate(text, language) ?? text;
  return sayNumbers(nameFieldsIn(table, language === 'en' ? nameFormat(said) : said, language), language);
}

/** What may be null for the API may be left empty in a form, which nobody has to be told. */
const sayFault = (table: Vocabulary, language: Language, { message }: FieldError): string =>
  say(table, language, message.replace(/ or null$/, ''));

/**
 * What is wrong with the fields of a form, by their names in it, as sentences that stand beside them. `inputs` is what
 * the form calls those that the API names otherwise; what it has no field for is left to the words above it.
 */
export function listFaults(
  table: Vocabulary,
  language: Language,
  { errors = [] }: ProblemError,
  names: readonly string[],
  inputs: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  for (const error of errors) {
    const path = error.field.split('.');
    const called = [inputs[error.field], error.field, path.join('_'), path.at(-1), path[0]];
    const name = called.find((one) => one !== undefined && names.includes(one));
    if (name === undefined || faults.has(name)) continue;
    const text = sayFault(table, language, error);
    faults.set(name, `${text.charAt(0).toLocaleUpperCase(language)}${text.slice(1)}.`);
  }
  return faults;
}

/** As people call the forms that a schema can ask for; a program is told the name that its specification has. */
const formats: Readonly<Record<string, string>> = {
  email: 'must be a valid e-mail address',
  ip: 'must be a valid IP address',
  uuid: 'must be a valid id',
  'uri-reference': 'must be a valid link',
  'date-time': 'must be a valid date and time',
};

const nameFormat = (text: string): string =>
  formats[/^must be a valid ([a-z-]+)$/.exec(text)?.[1] ?? ''] ?? text;

const quotes: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['“', '”'],
  pt: ['“', '”'],
  de: ['„', '“'],
};

/** Names that only programs write; `name` and the like are words of a sentence. */
const wireName = /\b[a-z]+(?:[A-Z_.][A-Za-z]+)+\b/g;

/** Other fields that a sentence speaks of, by what the form calls them. */
const nameFieldsIn = ({ fields }: Vocabulary, text: string, language: Language): string =>
  text.replaceAll(wireName, (name) => {
    const label = fields.get(name)?.[language];
    return label === undefined ? name : quotes[language].join(label);
  });

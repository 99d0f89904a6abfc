import type { Language } from '../http/language.ts';
import { sayNumbers } from '../pages/figures.page.ts';
import type { ProblemError } from '../problem.ts';
import type { ConsoleTable } from './frame/console-table.ts';

type Vocabulary = Pick<ConsoleTable, 'refusals' | 'fields' | 'translate'>;

/** Why an operation refused, for whoever filled in the form: in words of the service, else as the API says it. */
export function explainRefusal(table: Vocabulary, language: Language, refused: ProblemError): string {
  const words = table.refusals.get(refused.code);
  if (words) return words[language];
  const say = (text: string): string =>
    sayNumbers(nameFieldsIn(table, table.translate(text, language) ?? text, language), language);
  const faults = refused.errors?.map(({ field, message }) => {
    const label = table.fields.get(field)?.[language] ?? field;
    // What may be null for the API may be left empty in a form, which nobody has to be told.
    return `${label}: ${say(message.replace(/ or null$/, ''))}`;
  });
  return faults !== undefined && faults.length > 0 ? faults.join('; ') : say(refused.detail);
}

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

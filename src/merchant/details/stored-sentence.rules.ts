import assert from 'node:assert/strict';
import type { Language, Words } from '../../platform/http/language.ts';
import { sayIn, showValue, type Sentence, type Value } from '../../platform/problem.ts';
import { payoutWords } from './payout-words.rules.ts';

/** Stored sentences refer to their words by this key, so the meaning of a key must never change. */
const known: Readonly<Record<string, Words>> = payoutWords;
const keys = new Map(Object.entries(known).map(([key, words]) => [words, key]));

interface Stored {
  readonly say: string;
  readonly values?: Readonly<Record<string, string | Stored>>;
}

/** Returns the column value of a sentence that can be rendered in any language later. */
export const storeSentence = (sentence: Sentence): string => JSON.stringify(toStored(sentence));

function toStored({ say, values }: Sentence): Stored {
  const key = keys.get(say);
  assert(key !== undefined, `"${say.en}" is not among the words that can be stored`);
  return values === undefined ? { say: key } : { say: key, values: mapValues(values, storeValue) };
}

const storeValue = (value: Value): string | Stored =>
  typeof value === 'object' && 'say' in value ? toStored(value) : showValue('en', value);

/** Renders a stored sentence. Other texts, written by people or older versions, are returned unchanged. */
export function sayStored(language: Language, text: string): string {
  const sentence = readStored(text);
  return sentence ? sayIn(language, sentence) : text;
}

function readStored(text: string): Sentence | undefined {
  if (!text.startsWith('{"say":')) return undefined;
  try {
    return fromStored(JSON.parse(text) as Stored);
  } catch {
    return undefined;
  }
}

function fromStored({ say, values }: Stored): Sentence | undefined {
  const words = Object.hasOwn(known, say) ? known[say] : undefined;
  return words && { say: words, values: values && mapValues(values, readValue) };
}

const readValue = (value: string | Stored): Value =>
  typeof value === 'string' ? value : (fromStored(value) ?? '');

const mapValues = <From, To>(
  values: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

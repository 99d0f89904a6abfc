import { domainToASCII, domainToUnicode } from 'node:url';
import { readNormalForm, tooLong } from '../normal-form.ts';
import { invalidField, ProblemError } from '../problem.ts';
import { fieldWords } from '../words/field-words.ts';

export interface EmailAddress {
  /** As entered, in NFC. */
  readonly address: string;
  /** For comparison: lower case, with the domain in IDNA form. */
  readonly key: string;
}

const longest = 254;
/** Space, control, invisible and unassigned characters, and the separators of address lists in mail headers. */
const forbidden = /[\p{C}\p{Z}()<>[\]:;,\\"]/u;
/**
 * Checked before the domain is converted to IDNA, because the conversion also decodes percent signs and cuts off a
 * path.
 */
const writtenDomain = /^[\p{L}\p{M}\p{N}.\-・·]+$/u;
const domainPattern = /^(?=.{1,253}$)(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/;

/** Scripts whose letters look like those of others. Mixed within one word, they mostly serve deception. */
const lookalikes = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
];

const mixesScripts = (word: string): boolean => lookalikes.filter((script) => script.test(word)).length > 1;

export function readEmail(given: string | undefined, field = 'user_email'): EmailAddress {
  const address = readNormalForm(given ?? '', longest, field).trim();
  if (address === '') throw invalidField(field, 'required', fieldWords.missing);
  if (address.length > longest) throw tooLong(field, longest);
  const malformed = () => invalidField(field, 'malformed', fieldWords.emailAddress);
  const [local = '', domain = '', ...more] = address.split('@');
  if (local === '' || domain === '' || more.length > 0 || forbidden.test(address)) throw malformed();
  if (/^\.|\.$|\.\./.test(local) || !writtenDomain.test(domain)) throw malformed();
  const ascii = domainToASCII(domain);
  if (!domainPattern.test(ascii) || /(?:^|\.)\d+$/.test(ascii)) throw malformed();
  if ([local, ...domainToUnicode(ascii).split('.')].some(mixesScripts)) {
    throw invalidField(field, 'mixed_scripts', fieldWords.mixedAlphabets);
  }
  return { address, key: `${readNormalForm(local.toLowerCase(), longest, field)}@${ascii}` };
}

/**
 * Returns the comparison key of an address entered at sign-in. Invalid input gets a key too, so that the response time
 * does not reveal a difference.
 */
export function emailKeyOf(typed: string): string {
  try {
    return readEmail(typed).key;
  } catch (error) {
    if (error instanceof ProblemError) return typed.trim().toLowerCase().slice(0, longest);
    throw error;
  }
}

export const localPartOf = (emailKey: string): string => emailKey.slice(0, emailKey.lastIndexOf('@'));

import { domainToASCII, domainToUnicode } from 'node:url';
import { readNormalForm, tooLong } from '../normal-form.ts';
import { invalidField, ProblemError } from '../problem.ts';

export interface EmailAddress {
  /** As its owner writes it, in NFC. */
  readonly address: string;
  /** As it is compared: without case, the domain by IDNA. */
  readonly key: string;
}

const longest = 254;
/** Space, control, invisible and unassigned characters, and what separates addresses in a mail's header. */
const forbidden = /[\p{C}\p{Z}()<>[\]:;,\\"]/u;
/** Checked before the domain is turned to IDNA, which would also decode percent signs and cut off a path. */
const writtenDomain = /^[\p{L}\p{M}\p{N}.\-・·]+$/u;
const domainPattern = /^(?=.{1,253}$)(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/;

/** Scripts with letters that look like another's: mixed in one word, they only serve to deceive. */
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
  if (address === '') throw invalidField(field, 'required', 'is missing');
  if (address.length > longest) throw tooLong(field, longest);
  const malformed = () => invalidField(field, 'malformed', 'must be an e-mail address, like ana@example.com');
  const [local = '', domain = '', ...more] = address.split('@');
  if (local === '' || domain === '' || more.length > 0 || forbidden.test(address)) throw malformed();
  if (/^\.|\.$|\.\./.test(local) || !writtenDomain.test(domain)) throw malformed();
  const ascii = domainToASCII(domain);
  if (!domainPattern.test(ascii) || /(?:^|\.)\d+$/.test(ascii)) throw malformed();
  if ([local, ...domainToUnicode(ascii).split('.')].some(mixesScripts)) {
    throw invalidField(field, 'mixed_scripts', 'mixes letters of different alphabets that look alike');
  }
  return { address, key: `${readNormalForm(local.toLowerCase(), longest, field)}@${ascii}` };
}

/** Of what was typed at a sign-in. One that is no address is compared all the same: how long it takes must not tell. */
export function emailKeyOf(typed: string): string {
  try {
    return readEmail(typed).key;
  } catch (error) {
    if (error instanceof ProblemError) return typed.trim().toLowerCase().slice(0, longest);
    throw error;
  }
}

export const localPartOf = (emailKey: string): string => emailKey.slice(0, emailKey.lastIndexOf('@'));

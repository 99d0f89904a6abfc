import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { Tag } from '../../../platform/postgres/client/sql.ts';
import { readEmail } from '../../../platform/identity/read-email.ts';
import { tooLong } from '../../../platform/normal-form.ts';
import { invalidField } from '../../../platform/problem.ts';
import { merchantWords } from '../../details/merchant-words.rules.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import { findContact, updateContact, type PspContact } from './psp-contact.store.ts';

export type { PspContact };

/** Where customers of a PSP find help, and whether the PSP is suspended. */
export async function getPspContact(sql: Tag, pspId: number): Promise<PspContact> {
  const contact = await findContact(sql, pspId);
  if (!contact) throw problem('not_found');
  return contact;
}

export interface ContactInput {
  readonly support_address: string;
  readonly shop_url: string;
}

/** Replaces the contact. An empty text removes a part of it. */
export async function changePspContact(tx: Tx, pspId: number, input: ContactInput): Promise<PspContact> {
  const contact = {
    support_address: readSupportAddress(input.support_address.trim()),
    shop_url: readShopUrl(input.shop_url.trim()),
  };
  if (!(await updateContact(tx, pspId, contact))) throw problem('not_found');
  return getPspContact(tx, pspId);
}

const longestUrl = 2000;

const readSupportAddress = (text: string): string | null =>
  text === '' ? null : readEmail(text, 'support_address').address;

/** Only https addresses with a plain host name: customers click this link, and a user name would look like a shop. */
function readShopUrl(text: string): string | null {
  if (text === '') return null;
  const url = /^[\x21-\x7e]+$/.test(text) ? URL.parse(text) : null;
  if (url?.protocol !== 'https:' || url.username + url.password !== '' || text.includes('\\'))
    throw invalidField('shop_url', 'malformed', merchantWords.httpsAddress);
  // Checked as stored, because the parser encodes some characters as three.
  if (url.href.length > longestUrl) throw tooLong('shop_url', longestUrl);
  return url.href;
}

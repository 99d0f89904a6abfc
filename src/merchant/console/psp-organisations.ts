import type { OrganisationSource } from '../../platform/console/organisations.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { findPspName, listPspNames } from './psp-list.store.ts';

/** What fits the column, written as we write it: no other spelling leads to the same PSP. */
const readId = (text: string): number | undefined =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : undefined;

/** PSPs, whose members use the console. */
export const pspOrganisations = (
  { sql }: Pick<MerchantContext, 'sql'>,
  example: number | undefined,
): OrganisationSource => ({
  kind: 'psp',
  title: { en: 'Payment providers', pt: 'Provedores de pagamento', de: 'Zahlungsanbieter' },
  async find(text) {
    const id = readId(text);
    const found = id === undefined ? undefined : await findPspName(sql, id);
    return found && { id: String(found.id), name: found.name };
  },
  async list({ text, after, limit }) {
    const found = await listPspNames(sql, { text, after: readId(after ?? '') ?? 0, limit });
    return found.map(({ id, name }) => ({ id: String(id), name }));
  },
  ...(example === undefined ? {} : { example: String(example) }),
});

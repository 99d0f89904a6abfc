import type { OrganisationSource } from '../../platform/console/organisations.ts';
import type { MerchantContext } from '../merchant.context.ts';
import { staffGrants } from './staff-parts/staff-grants.rules.ts';
import { readPspNumber } from './parts/psp-number.ts';
import { findPspName, listPspNames } from './psp-list.store.ts';

/** Organisations of the kind `psp`. */
export const pspOrganisations = (
  { sql }: Pick<MerchantContext, 'sql'>,
  example: number | undefined,
): OrganisationSource => ({
  kind: 'psp',
  title: { en: 'Payment providers', pt: 'Provedores de pagamento', de: 'Zahlungsanbieter' },
  watchedBy: staffGrants.see.staff,
  staffPage: '/psps/:id',
  async find(text) {
    const id = readPspNumber(text);
    const found = id === undefined ? undefined : await findPspName(sql, id);
    return found && { id: String(found.id), name: found.name };
  },
  async list({ text, after, limit }) {
    const found = await listPspNames(sql, { text, after: readPspNumber(after ?? '') ?? 0, limit });
    return found.map(({ id, name }) => ({ id: String(id), name }));
  },
  ...(example === undefined ? {} : { example: String(example) }),
});

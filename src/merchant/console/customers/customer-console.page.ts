import { eraseCustomer } from '../../customers/personal-data/erase-customer.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { grants } from '../member-grants.rules.ts';
import { menuSections } from '../menu-sections.ts';
import { words } from '../parts/define-texts.ts';
import { pspOf, type Topic } from '../parts/topic.ts';
import { showCustomer, showCustomers } from './customer-pages.page.ts';
import { customerMenu } from './customer-texts.ts';

export const customerConsole = (context: MerchantContext): Topic => ({
  pages: [
    {
      path: '/customers',
      grant: grants.see,
      menu: { ...customerMenu, icon: 'people', section: menuSections.business },
      show: (visit) => showCustomers(context, visit),
    },
    { path: '/customers/:id', grant: grants.see, show: (visit) => showCustomer(context, visit) },
  ],
  acts: [
    {
      path: '/customers/:id/erase',
      // Erasure is final, so only owners may do it.
      grant: { members: ['owner'], kind: 'psp' },
      fresh: true,
      name: 'customer.erased',
      label: words('Personal data erased', 'Dados pessoais apagados', 'Personendaten gelöscht'),
      page: '/customers/:id',
      subjectPage: '/customers/:id',
      async perform(visit) {
        const reference = visit.parameters('id');
        await eraseCustomer(context, { pspId: pspOf(visit), reference }, (tx) =>
          visit.record(tx, { subject: reference }),
        );
        return { to: `/customers/${encodeURIComponent(reference)}` };
      },
    },
  ],
  refusals: {
    customer_in_use: words(
      'A payment or an order of this customer is not over yet. Accept, refund or cancel it first.',
      'Um pagamento ou uma ordem deste cliente ainda não terminou. Aceite, reembolse ou cancele primeiro.',
      'Eine Zahlung oder ein Auftrag dieses Kunden ist noch nicht zu Ende. Nehmen Sie sie erst an, erstatten Sie sie oder brechen Sie sie ab.',
    ),
  },
});

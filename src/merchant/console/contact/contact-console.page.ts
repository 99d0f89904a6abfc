import type { ActingVisit, Visit } from '../../../platform/console/console-page.ts';
import { html } from '../../../platform/http/page.ts';
import { drawField, drawForm } from '../../../platform/pages/form-parts.page.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import { changePspContact, getPspContact } from '../../access/contact/psp-contact.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { menuSections } from '../menu-sections.ts';
import { defineTexts, words } from '../parts/define-texts.ts';
import { nameFields } from '../parts/name-fields.ts';
import { pspOf, type Topic } from '../parts/topic.ts';

const path = '/contact';
const grant = { members: ['owner'], kind: 'psp' } as const;

const contactTexts = defineTexts({
  title: ['Support', 'Suporte', 'Support'],
  lead: [
    'Shown on the payment page when a payment has expired, came late or is too little, and on refund links.',
    'Exibido na página de pagamento quando um pagamento expirou, chegou tarde ou é pouco, e nos links de reembolso.',
    'Steht auf der Zahlungsseite, wenn eine Zahlung abgelaufen ist, zu spät kam oder zu wenig war, und auf Erstattungslinks.',
  ],
  address: ['Support e-mail address', 'Endereço de e-mail do suporte', 'E-Mail-Adresse des Supports'],
  shop: ['Link to the shop', 'Link da loja', 'Link zum Shop'],
  shopHint: [
    'Begins with https://. Used if a payment has no return address of its own.',
    'Começa com https://. Usado se um pagamento não tem endereço de retorno próprio.',
    'Beginnt mit https://. Gilt, wenn eine Zahlung keine eigene Rücksprungadresse hat.',
  ],
  save: ['Save', 'Salvar', 'Speichern'],
});

/** The page on which the owner of a PSP sets the contact for its customers. */
export function contactConsole(context: MerchantContext): Required<Pick<Topic, 'pages' | 'acts'>> {
  return {
    pages: [
      {
        path,
        grant,
        menu: {
          label: words(contactTexts.en.title, contactTexts.pt.title, contactTexts.de.title),
          hint: words(
            'Support address and shop on the payment page.',
            'Endereço do suporte e loja na página de pagamento.',
            'Supportadresse und Shop auf der Zahlungsseite.',
          ),
          icon: 'link',
          section: menuSections.business,
        },
        show: (visit) => showContact(context, visit),
      },
    ],
    acts: [
      {
        path,
        grant,
        fresh: true,
        name: 'contact.changed',
        label: words('Support changed', 'Suporte alterado', 'Support geändert'),
        page: path,
        async perform(visit, fields) {
          const texts = contactTexts[visit.language];
          const labels = { support_address: texts.address, shop_url: texts.shop };
          const input = { support_address: fields('support_address'), shop_url: fields('shop_url') };
          await nameFields(labels, () => transaction(context.sql, (tx) => change(tx, visit, input)));
          return { to: path };
        },
      },
    ],
  };
}

async function change(
  tx: Parameters<typeof changePspContact>[0],
  visit: ActingVisit,
  input: Parameters<typeof changePspContact>[2],
): Promise<void> {
  const { support_address, shop_url } = await changePspContact(tx, pspOf(visit), input);
  await visit.record(tx, { subject: `psp:${pspOf(visit)}`, detail: { support_address, shop_url } });
}

async function showContact(context: MerchantContext, visit: Visit) {
  const texts = contactTexts[visit.language];
  const contact = await getPspContact(context.sql, pspOf(visit));
  const isGiven = visit.faults.mark('support_address').fault ?? visit.faults.mark('shop_url').fault;
  const valueOf = (name: 'support_address' | 'shop_url'): string =>
    isGiven === undefined ? (contact[name] ?? '') : visit.given(name);
  return {
    title: texts.title,
    lead: texts.lead,
    body: html`<div class="card">
      ${drawForm({
        action: visit.address(path),
        token: visit.formToken,
        fields: html`${drawField({
            name: 'support_address',
            label: texts.address,
            type: 'email',
            value: valueOf('support_address'),
            required: false,
            ...visit.faults.mark('support_address'),
          })}
          ${drawField({
            name: 'shop_url',
            label: texts.shop,
            type: 'url',
            value: valueOf('shop_url'),
            hint: texts.shopHint,
            required: false,
            maxLength: 2000,
            ...visit.faults.mark('shop_url'),
          })} <button type="submit">${texts.save}</button>`,
      })}
    </div>`,
  };
}

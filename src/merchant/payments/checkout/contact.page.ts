import type { Language, Words } from '../../../platform/http/language.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';

export interface ShownContact {
  readonly support_address: string | null;
  readonly shop_url: string | null;
}

const texts = {
  contact: {
    en: 'Do you need help? Write to {merchant}:',
    pt: 'Precisa de ajuda? Escreva para {merchant}:',
    de: 'Brauchen Sie Hilfe? Schreiben Sie an {merchant}:',
  },
  shop: { en: 'Visit the shop', pt: 'Visitar a loja', de: 'Zum Shop' },
  subject: { en: 'Payment {id}', pt: 'Pagamento {id}', de: 'Zahlung {id}' },
} as const satisfies Record<string, Words>;

/** Renders the support address and the link of the shop, as far as the PSP has set them. */
export function drawContact(
  { support_address: address, shop_url: shop }: ShownContact,
  about: { readonly language: Language; readonly merchantName: string; readonly about: string },
): Html {
  const { language, merchantName } = about;
  if (address === null && shop === null) return html``;
  const subject = encodeURIComponent(fill(texts.subject[language], { id: about.about }));
  return html`<div class="contact">
    ${
      address !== null &&
      html`<p>
        ${fill(texts.contact[language], { merchant: merchantName })}
        <a href="mailto:${encodeURIComponent(address).replaceAll('%40', '@')}?subject=${subject}"
          >${address}</a
        >
      </p>`
    }
    ${shop !== null && html`<p><a href="${shop}" rel="noreferrer">${texts.shop[language]}</a></p>`}
  </div>`;
}

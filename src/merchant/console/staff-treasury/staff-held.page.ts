import type { ConsolePage, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { drawField, drawForm, drawHidden } from '../../../platform/pages/form-parts.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import {
  drawBadge,
  drawCopyable,
  drawDialogue,
  drawDialogueClose,
  drawEmpty,
  drawTable,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { listHeld, type HeldRow } from '../../payments/releases/list-held.ts';
import { readScreenings } from '../../payouts/screening/list-screenings.ts';
import { staffGrants } from '../staff-parts/staff-grants.rules.ts';
import { staffSections, staffTexts } from '../staff-parts/staff-texts.ts';
import { words } from '../parts/define-texts.ts';
import { heldTexts } from './staff-payout-texts.ts';
import { showAsset } from './wallets.page.ts';
import { linkPsp } from '../staff-parts/link-psp.ts';
import { sayStored } from '../../details/stored-sentence.rules.ts';

/** Rows per list, oldest first. Later rows appear when these are resolved. */
const shown = 100;

const textsOf = (visit: Visit) => ({ ...staffTexts[visit.language], ...heldTexts[visit.language] });

async function takeHeld(context: MerchantContext): Promise<HeldRow[]> {
  const rows: HeldRow[] = [];
  for await (const row of listHeld(context, undefined)) if (rows.push(row) === shown) break;
  return rows;
}

export const staffHeldPage = (context: MerchantContext): ConsolePage => ({
  path: '/held',
  grant: staffGrants.seeMoney,
  menu: {
    label: words('Held coins', 'Moedas retidas', 'Gehaltene Coins'),
    hint: words(
      'Unclaimed coins, and coins held by screening.',
      'O que ninguém pode reclamar, o que a triagem retém.',
      'Was niemand beanspruchen kann, was die Prüfung hält.',
    ),
    icon: 'flag',
    section: staffSections.money,
  },
  async show(visit) {
    const texts = textsOf(visit);
    const [held, screenings] = await Promise.all([takeHeld(context), readScreenings(context, shown)]);
    return {
      title: texts.held,
      lead: texts.lead,
      body: html`${drawClaims(visit, held)} ${drawScreenings(visit, screenings)}`,
    };
  },
});

const section = (id: string, title: string, text: string, body: Html): Html =>
  html`<section class="stack" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <p class="soft">${text}</p>
    ${body}
  </section>`;

const pspLink = (visit: Visit, id: number): Html | string =>
  linkPsp(visit, id, `${staffTexts[visit.language].psp} ${id}`, String(id));

function drawClaims(visit: Visit, held: readonly HeldRow[]): Html {
  const texts = textsOf(visit);
  const mayRelease = visit.may('POST', '/held/release');
  return section(
    'claims-title',
    texts.claims,
    texts.claimsText,
    drawTable({
      caption: texts.claims,
      columns: [
        { label: texts.amount, kind: 'name' },
        { label: texts.why, kind: 'name' },
        { label: texts.payment },
        { label: texts.psp },
        { label: texts.since },
        ...(mayRelease ? [{ label: texts.acts, kind: 'acts' } as const] : []),
      ],
      rows: held.map((row) => [
        showAsset(visit, row.coin, row.amountMinor),
        html`<span
          >${drawBadge(row.reason === 'stray' ? texts.stray : texts.afterEnd, 'warn')}${
            row.wait !== undefined && html`<br /><span class="soft small">${texts[row.wait]}</span>`
          }</span
        >`,
        html`<a href="/console/psp/${row.pspId}/payments/${row.paymentId}">${texts.openPayment}</a>`,
        pspLink(visit, row.pspId),
        drawTime(row.since, visit.language, visit.nowMs),
        ...(mayRelease ? [row.wait === undefined ? drawRelease(visit, row) : ''] : []),
      ]),
      empty: drawEmpty(texts.noClaims, texts.noClaimsText),
    }),
  );
}

function drawRelease(visit: Visit, { paymentId, coin, amountMinor, pspId }: HeldRow): Html {
  const texts = textsOf(visit);
  const id = `release-${paymentId}-${coin}`;
  const amount = showAsset(visit, coin, amountMinor);
  // Without an address the coins go to the merchant. A refused address must therefore be kept in the form, with or
  // without the script.
  const isThis = visit.given('payment') === paymentId && visit.given('coin') === coin;
  const given = (name: string): string => (isThis ? visit.given(name) : '');
  return drawDialogue({
    id,
    opener: texts.release,
    openerClass: 'slim',
    title: fill(texts.releaseTitle, { amount }),
    body: html`<p class="wrap">${fill(texts.releaseText, { amount, psp: pspId })}</p>
      ${drawForm({
        action: visit.address('/held/release'),
        token: visit.formToken,
        fields: html`${drawHidden('payment', paymentId)} ${drawHidden('coin', coin)}
          ${drawField({
            name: 'address',
            id: `${id}-address`,
            label: texts.address,
            hint: texts.emptyIsMerchant,
            value: given('address'),
            required: false,
            maxLength: 200,
          })}
          ${
            coin === 'XRP' &&
            drawField({
              name: 'tag',
              id: `${id}-tag`,
              label: texts.tag,
              value: given('tag'),
              required: false,
              maxLength: 20,
            })
          }
          <div class="row">
            ${drawDialogueClose(id, texts.cancel)}
            <button type="submit">${fill(texts.releaseButton, { amount })}</button>
          </div>`,
      })}`,
  });
}

function drawScreenings(visit: Visit, screenings: Awaited<ReturnType<typeof readScreenings>>): Html {
  const texts = textsOf(visit);
  const mayDecide = visit.may('POST', '/held/allow');
  const decision = (word: 'allow' | 'deny', screening: string): Html =>
    drawDialogue({
      id: `${word}-${screening}`,
      opener: texts[word],
      openerClass: word === 'allow' ? 'slim' : 'plain slim',
      title: texts[word],
      body: html`<p class="wrap">${texts[`${word}Text`]}</p>
        ${drawForm({
          action: visit.address(`/held/${word}`),
          token: visit.formToken,
          fields: html`${drawHidden('screening', screening)}
            ${drawField({
              name: 'reason',
              id: `${word}-${screening}-reason`,
              label: texts.reason,
              hint: texts.reasonHint,
              required: false,
              maxLength: 1000,
            })}
            <div class="row">
              ${drawDialogueClose(`${word}-${screening}`, texts.cancel)}
              <button type="submit" class="${word === 'deny' ? 'danger' : ''}">${texts[word]}</button>
            </div>`,
        })}`,
    });
  return section(
    'screenings-title',
    texts.screenings,
    texts.screeningsText,
    drawTable({
      caption: texts.screenings,
      columns: [
        { label: texts.amount, kind: 'name' },
        { label: texts.status, kind: 'name' },
        { label: texts.address },
        { label: texts.psp },
        { label: texts.since },
        ...(mayDecide ? [{ label: texts.acts, kind: 'acts' } as const] : []),
      ],
      rows: screenings.map((row) => [
        html`<span
          >${showAsset(visit, row.coin, row.amount)}<br /><span class="soft small"
            >${row.direction === 'in' ? texts.incoming : texts.outgoing}</span
          ></span
        >`,
        html`<span
          >${drawBadge(row.status === 'review' ? texts.review : texts.pending, 'warn')}${
            row.reason !== null &&
            html`<br /><span class="soft small">${sayStored(visit.language, row.reason)}</span>`
          }</span
        >`,
        drawCopyable(row.address, texts.copy),
        row.psp_id === 0 ? texts.provider : pspLink(visit, row.psp_id),
        drawTime(row.created_at, visit.language, visit.nowMs),
        ...(mayDecide ? [html`${decision('allow', row.id)} ${decision('deny', row.id)}`] : []),
      ]),
      empty: drawEmpty(texts.noScreenings, texts.noScreeningsText),
    }),
  );
}

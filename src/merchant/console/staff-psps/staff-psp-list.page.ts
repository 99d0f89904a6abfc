import { onceName } from '../../../platform/console/act-once.ts';
import type { ConsolePage } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { newId } from '../../../platform/ids.ts';
import { drawField, drawForm, drawHidden, drawSearch } from '../../../platform/pages/form-parts.page.ts';
import { linkQuery } from '../../../platform/pages/link-query.ts';
import {
  drawBadge,
  drawChips,
  drawDialogue,
  drawDialogueClose,
  drawEmpty,
  drawPages,
  drawTable,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { staffGrants } from '../staff-parts/staff-grants.rules.ts';
import { staffTexts } from '../staff-parts/staff-texts.ts';
import { words } from '../parts/define-texts.ts';
import { listPsps } from './read-staff-psps.ts';
import { staffPspTexts } from './staff-psp-texts.ts';

export const staffPspList = (context: MerchantContext): ConsolePage => ({
  path: '/psps',
  grant: staffGrants.see,
  menu: {
    label: words('Payment providers', 'Provedores de pagamento', 'Zahlungsanbieter'),
    hint: words(
      'Balances, limits, credentials, credit and debit.',
      'Saldos, limites, credenciais, crédito e débito.',
      'Guthaben, Grenzen, Zugänge, Gutschrift und Belastung.',
    ),
    icon: 'organisation',
    search: words(staffPspTexts.en.find, staffPspTexts.pt.find, staffPspTexts.de.find),
  },
  async show(visit) {
    const texts = { ...staffTexts[visit.language], ...staffPspTexts[visit.language] };
    const text = visit.query('q').trim().slice(0, 200);
    const status = ['active', 'suspended'].find((word) => word === visit.query('status')) ?? '';
    const after = visit.query('after');
    const isSuspended = status === '' ? undefined : status === 'suspended';
    const { items, next } = await listPsps(context, { text, isSuspended, after });
    const link = linkQuery(visit.address('/psps'), { q: text, status });
    return {
      title: texts.psps,
      lead: texts.lead,
      ...(visit.may('POST', '/psps/create') ? { acts: drawCreate() } : {}),
      body: html`<div class="filters">
          ${drawSearch({
            action: visit.address('/psps'),
            label: texts.find,
            button: texts.search,
            value: text,
            kept: status === '' ? {} : { status },
          })}
          ${drawChips(
            texts.status,
            (
              [
                ['', texts.all],
                ['active', texts.active],
                ['suspended', texts.suspended],
              ] as const
            ).map(([value, label]) => ({
              label,
              href: link({ status: value }),
              isCurrent: status === value,
            })),
          )}
        </div>
        ${drawTable({
          caption: texts.psps,
          columns: [
            { label: texts.name, kind: 'name' },
            { label: texts.number, kind: 'number' },
            { label: texts.status },
            { label: texts.mode },
            { label: texts.since },
          ],
          rows: items.map((psp) => [
            html`<a href="${visit.address(`/psps/${psp.id}`)}">${psp.name}</a>`,
            String(psp.id),
            psp.suspended_at ? drawBadge(texts.suspended, 'bad') : drawBadge(texts.active, 'good'),
            psp.deposit_mode === 'sell' ? texts.sell : texts.hold,
            drawTime(psp.created_at, visit.language, visit.nowMs),
          ]),
          empty: drawEmpty(texts.noPsps, texts.noPspsText),
        })}
        ${drawPages({
          newest: after !== '' && { label: texts.first, href: link() },
          older: next !== undefined && { label: texts.next, href: link({ after: next }) },
        })}`,
    };

    function drawCreate(): Html {
      return drawDialogue({
        id: 'create-psp',
        opener: texts.create,
        openerClass: '',
        title: texts.create,
        body: html`<p class="wrap">${texts.createText}</p>
          ${drawForm({
            action: visit.address('/psps/create'),
            token: visit.formToken,
            fields: html`${drawHidden(onceName, newId())}
              ${drawField({ name: 'name', label: texts.name, value: visit.given('name'), maxLength: 200 })}
              <div class="row">
                ${drawDialogueClose('create-psp', texts.cancel)}
                <button type="submit">${texts.createButton}</button>
              </div>`,
          })}`,
      });
    }
  },
});

import { onceName } from '../../../platform/console/act-once.ts';
import type { Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { newId } from '../../../platform/ids.ts';
import { formatEuros } from '../../../platform/pages/figures.page.ts';
import { drawField, drawForm, drawHidden, drawSelect } from '../../../platform/pages/form-parts.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import {
  drawBadge,
  drawCopyable,
  drawDialogue,
  drawDialogueClose,
  drawEmpty,
  drawFacts,
  drawTable,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { formatAsset } from '../../assets/asset.rules.ts';
import { staffTexts } from '../staff-parts/staff-texts.ts';
import type { PspStory } from './read-staff-psps.ts';
import { staffPspTexts } from './staff-psp-texts.ts';

const textsOf = (visit: Visit) => ({ ...staffTexts[visit.language], ...staffPspTexts[visit.language] });

/** Renders the buttons beside the title, for acts on the whole provider. */
export function drawPspActs(visit: Visit, { psp, credentials }: PspStory): Html {
  const texts = textsOf(visit);
  const word = psp.suspended_at ? 'resume' : 'suspend';
  const used = credentials.filter(({ revoked_at: at }) => at === null).length;
  return html`<a class="button plain" href="/console/psp/${psp.id}">${texts.itsPages}</a> ${
      visit.may('GET', '/organisations/:kind/:id') &&
      html`<a class="button plain" href="${visit.address(`/organisations/psp/${psp.id}`)}">${texts.team}</a>`
    }
    ${
      visit.may('POST', `/psps/:id/${word}`) &&
      drawDialogue({
        id: word,
        opener: texts[word],
        openerClass: word === 'suspend' ? 'danger' : 'plain',
        title: fill(texts[`${word}Title`], { name: psp.name }),
        body: html`<p class="wrap">${fill(texts[`${word}Text`], { credentials: used })}</p>
          ${drawForm({
            action: visit.address(`/psps/${psp.id}/${word}`),
            token: visit.formToken,
            fields: html`<div class="row">
              ${drawDialogueClose(word, texts.cancel)}
              <button type="submit" class="${word === 'suspend' ? 'danger' : ''}">${texts[word]}</button>
            </div>`,
          })}`,
      })
    }`;
}

export function drawPspFacts(visit: Visit, { psp }: PspStory): Html {
  const texts = textsOf(visit);
  return html`<section class="card" aria-labelledby="facts-title">
    <h2 id="facts-title">${texts.facts}</h2>
    ${drawFacts([
      [texts.number, drawCopyable(String(psp.id), texts.copy)],
      [texts.status, psp.suspended_at ? drawBadge(texts.suspended, 'bad') : drawBadge(texts.active, 'good')],
      [texts.since, drawTime(psp.created_at, visit.language, visit.nowMs)],
      [texts.mode, psp.deposit_mode === 'sell' ? texts.sell : texts.hold],
      [
        texts.openLimit,
        psp.open_limit === null
          ? texts.openLimitStandard
          : formatEuros(formatAsset('EUR', psp.open_limit), visit.language),
      ],
      [texts.references, psp.unique_payment_references ? texts.referencesUnique : texts.referencesAny],
    ])}
    ${
      visit.may('POST', '/psps/:id/deposit-mode') &&
      html`<div>
        ${drawDialogue({
          id: 'deposit-mode',
          opener: texts.changeMode,
          openerClass: 'plain slim',
          title: texts.changeMode,
          body: html`<p class="wrap">${texts.modeText}</p>
            ${drawForm({
              action: visit.address(`/psps/${psp.id}/deposit-mode`),
              token: visit.formToken,
              fields: html`${drawSelect({
                  name: 'mode',
                  label: texts.mode,
                  choices: [
                    { value: 'sell', label: texts.sellChoice },
                    { value: 'hold', label: texts.holdChoice },
                  ],
                  chosen: psp.deposit_mode,
                })}
                <div class="row">
                  ${drawDialogueClose('deposit-mode', texts.cancel)}
                  <button type="submit">${texts.change}</button>
                </div>`,
            })}`,
        })}
      </div>`
    }
    ${
      visit.may('POST', '/psps/:id/open-limit') &&
      html`<div>
        ${drawDialogue({
          id: 'open-limit',
          opener: texts.changeOpenLimit,
          openerClass: 'plain slim',
          title: texts.changeOpenLimit,
          body: html`<p class="wrap">${texts.openLimitText}</p>
            ${drawForm({
              action: visit.address(`/psps/${psp.id}/open-limit`),
              token: visit.formToken,
              fields: html`${drawField({
                  name: 'open_limit',
                  label: `${texts.openLimit} (EUR)`,
                  required: false,
                  value: psp.open_limit === null ? '' : formatAsset('EUR', psp.open_limit),
                  hint: texts.emptyIsStandard,
                  maxLength: 40,
                })}
                <div class="row">
                  ${drawDialogueClose('open-limit', texts.cancel)}
                  <button type="submit">${texts.change}</button>
                </div>`,
            })}`,
        })}
      </div>`
    }
  </section>`;
}

export function drawPspCredentials(visit: Visit, { psp, credentials }: PspStory): Html {
  const texts = textsOf(visit);
  const used = credentials.filter(({ revoked_at: at }) => at === null).length;
  const mayRevoke = visit.may('POST', '/psps/:id/revoke');
  return html`<section class="stack" aria-labelledby="credentials-title">
    <div class="row apart">
      <h2 id="credentials-title">${texts.credentials}</h2>
      ${
        visit.may('POST', '/psps/:id/credential') &&
        drawDialogue({
          id: 'add-credential',
          opener: texts.addCredential,
          openerClass: 'plain slim',
          title: texts.addCredential,
          body: html`<p class="wrap">${fill(texts.addCredentialText, { name: psp.name })}</p>
            ${drawForm({
              action: visit.address(`/psps/${psp.id}/credential`),
              token: visit.formToken,
              fields: html`${drawHidden(onceName, newId())}
                <div class="row">
                  ${drawDialogueClose('add-credential', texts.cancel)}
                  <button type="submit">${texts.addButton}</button>
                </div>`,
            })}`,
        })
      }
    </div>
    ${drawTable({
      caption: texts.credentials,
      columns: [
        { label: texts.clientId, kind: 'name' },
        { label: texts.status },
        { label: texts.since },
        ...(mayRevoke ? [{ label: texts.acts, kind: 'acts' } as const] : []),
      ],
      rows: credentials.map(({ client_id: client, created_at: at, revoked_at: revoked }) => [
        drawCopyable(client, texts.copy),
        revoked ? drawBadge(texts.revoked) : drawBadge(texts.inUse, 'good'),
        drawTime(at, visit.language, visit.nowMs),
        ...(mayRevoke ? [revoked ? '' : drawRevoke(visit, psp.id, client, used - 1)] : []),
      ]),
      empty: drawEmpty(texts.noCredentials, texts.noCredentialsText),
    })}
  </section>`;
}

function drawRevoke(visit: Visit, pspId: number, client: string, left: number): Html {
  const texts = textsOf(visit);
  const id = `revoke-${client.replaceAll(/[^\w-]/g, '_')}`;
  return drawDialogue({
    id,
    opener: texts.revoke,
    openerClass: 'plain slim',
    title: fill(texts.revokeTitle, { client }),
    body: html`<p class="wrap">${fill(texts.revokeText, { left })}</p>
      ${drawForm({
        action: visit.address(`/psps/${pspId}/revoke`),
        token: visit.formToken,
        fields: html`${drawHidden('client', client)}
          <div class="row">
            ${drawDialogueClose(id, texts.cancel)}
            <button type="submit" class="danger">${texts.revoke}</button>
          </div>`,
      })}`,
  });
}

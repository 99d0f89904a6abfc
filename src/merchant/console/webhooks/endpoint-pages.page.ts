import { onceName } from '../../../platform/console/act-once.ts';
import type { View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { newId } from '../../../platform/ids.ts';
import { drawField, drawForm, drawHidden } from '../../../platform/pages/form-parts.page.ts';
import {
  drawBadge,
  drawCopyable,
  drawDialogue,
  drawDialogueClose,
  drawEmpty,
  drawFacts,
  drawNotice,
  drawTable,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { getEndpoint, getEndpoints } from '../../webhooks/manage-endpoints.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { pspOf } from '../parts/topic.ts';
import { webhookTexts } from './webhook-texts.ts';

type Endpoint = Awaited<ReturnType<typeof getEndpoints>>[number];

const drawState = (visit: Visit, { disabled_at: off }: Endpoint): Html => {
  const texts = webhookTexts[visit.language];
  return off === null ? drawBadge(texts.on, 'good') : drawBadge(texts.off, 'warn');
};

export async function drawEndpoints(context: Pick<MerchantContext, 'sql'>, visit: Visit): Promise<Html> {
  const texts = webhookTexts[visit.language];
  const endpoints = await getEndpoints(context, pspOf(visit));
  return html`${drawTable({
    caption: texts.endpoints,
    columns: [
      { label: texts.endpoint, kind: 'name' },
      { label: sharedTexts[visit.language].status },
      { label: texts.since },
    ],
    rows: endpoints.map((endpoint) => [
      html`<a href="${visit.address(`/webhooks/endpoints/${endpoint.id}`)}">${endpoint.url}</a>`,
      drawState(visit, endpoint),
      drawTime(endpoint.created_at, visit.language, visit.nowMs),
    ]),
    empty: drawEmpty(texts.noEndpoints, texts.noEndpointsText),
  })}
  ${visit.may('POST', '/webhooks/create') && drawCreation(visit)}`;
}

const drawCreation = (visit: Visit): Html => {
  const texts = webhookTexts[visit.language];
  return html`<section class="card" aria-labelledby="add-title">
    <h2 id="add-title">${texts.add}</h2>
    ${drawForm({
      action: visit.address('/webhooks/create'),
      token: visit.formToken,
      layout: 'line',
      fields: html`${drawHidden(onceName, newId(visit.nowMs))}
        ${drawField({ name: 'url', label: texts.url, value: visit.given('url'), maxLength: 2000, ...visit.faults.mark('url') })}
        <button type="submit">${texts.add}</button>`,
    })}
  </section>`;
};

export async function showEndpoint(context: Pick<MerchantContext, 'sql'>, visit: Visit): Promise<View> {
  const texts = webhookTexts[visit.language];
  const endpoint = await getEndpoint(context, pspOf(visit), visit.parameters('id'));
  const { previous_secret_expires_at: expires } = endpoint;
  return {
    title: texts.endpoint,
    lead: endpoint.url,
    acts: visit.may('POST', '/webhooks/endpoints/:id/change') ? drawActs(visit, endpoint) : html``,
    body: html`<section class="card">
        ${drawFacts([
          [sharedTexts[visit.language].status, drawState(visit, endpoint)],
          [texts.url, drawCopyable(endpoint.url, sharedTexts[visit.language].copy)],
          [texts.since, drawTime(endpoint.created_at, visit.language, visit.nowMs)],
          ...(expires !== null && expires.getTime() > visit.nowMs
            ? [[texts.oldSecretUntil, drawTime(expires, visit.language, visit.nowMs)] as const]
            : []),
        ])}
      </section>
      ${
        visit.may('POST', '/webhooks/endpoints/:id/change') &&
        html`<section class="card">
          <h2>${texts.change}</h2>
          ${drawForm({
            action: visit.address(`/webhooks/endpoints/${endpoint.id}/change`),
            token: visit.formToken,
            layout: 'line',
            fields: html` ${drawField({
                name: 'url',
                label: texts.url,
                value: visit.given('url') || endpoint.url,
                maxLength: 2000,
                ...visit.faults.mark('url'),
              })} <button type="submit" class="plain">${texts.save}</button>`,
          })}
        </section>`
      }`,
  };
}

function drawActs(visit: Visit, endpoint: Endpoint): Html {
  const texts = webhookTexts[visit.language];
  const isOn = endpoint.disabled_at === null;
  const form = (act: string, fields: Html): Html =>
    drawForm({
      action: visit.address(`/webhooks/endpoints/${endpoint.id}/${act}`),
      token: visit.formToken,
      fields,
    });
  const once = drawHidden(onceName, newId(visit.nowMs));
  const asked = (id: string, opener: string, title: string, text: string, yes: Html): Html =>
    drawDialogue({
      id,
      opener,
      title,
      body: html`<p>${text}</p>
        <div class="row">${drawDialogueClose(id, sharedTexts[visit.language].cancel)} ${yes}</div>`,
    });
  return html`${
    isOn &&
    html`${form('test', html`${once}<button type="submit">${texts.test}</button>`)}
    ${asked(
      'rotate',
      texts.rotate,
      texts.rotateTitle,
      texts.rotateText,
      form('rotate', html`${once}<button type="submit">${texts.rotate}</button>`),
    )}
    ${asked(
      'switch-off',
      texts.switchOff,
      texts.switchOffTitle,
      texts.switchOffText,
      form(
        'change',
        html`${drawHidden('state', 'off')}<button type="submit" class="danger">${texts.switchOff}</button>`,
      ),
    )}`
  }
  ${
    !isOn &&
    form('change', html`${drawHidden('state', 'on')}<button type="submit">${texts.switchOn}</button>`)
  }
  ${asked(
    'delete',
    texts.remove,
    texts.removeTitle,
    texts.removeText,
    form('delete', html`<button type="submit" class="danger">${texts.remove}</button>`),
  )}`;
}

/** The only page that shows the secret, which is stored sealed. */
export function showSecret(visit: Visit, issued: { readonly url: string; readonly secret: string }): View {
  const texts = webhookTexts[visit.language];
  const shared = sharedTexts[visit.language];
  return {
    title: texts.secretTitle,
    lead: issued.url,
    status: 200,
    body: html`${drawNotice(shared.shownOnce, 'warn')}
      <section class="card">
        <p class="label">${texts.secret}</p>
        <p class="row">
          <code class="wrap">${issued.secret}</code>
          <button type="button" class="plain slim" data-copy="${issued.secret}">${shared.copy}</button>
        </p>
      </section>
      <p><a class="button plain" href="${visit.address('/webhooks')}">${texts.back}</a></p>`,
  };
}

import { actOnce } from '../../../platform/console/act-once.ts';
import type { ConsoleAct, Fields, Visit } from '../../../platform/console/console-page.ts';
import { html } from '../../../platform/http/page.ts';
import { requireBody } from '../../../platform/http/validation.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { checkEndpointUrl } from '../../webhooks/check-endpoint-url.ts';
import { redeliver } from '../../webhooks/manage-deliveries.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  queueTestEvent,
  rotateSecret,
} from '../../webhooks/manage-endpoints.ts';
import type { WebhookSender } from '../../webhooks/sending/webhook-sender.ts';
import { CreateEndpoint } from '../../webhooks/webhook.schemas.ts';
import { grants } from '../member-grants.rules.ts';
import { menuSections } from '../menu-sections.ts';
import { words } from '../parts/define-texts.ts';
import { drawCsvLink } from '../parts/list-parts.page.ts';
import { nameFields } from '../parts/name-fields.ts';
import { pspOf, type Topic } from '../parts/topic.ts';
import { drawDeliveryChart, listDeliveries, showDelivery } from './delivery-pages.page.ts';
import { drawEndpoints, showEndpoint, showSecret } from './endpoint-pages.page.ts';
import { webhookTexts } from './webhook-texts.ts';

const seers = { members: ['owner', 'developer', 'viewer'], kind: 'psp' } as const;

export function webhookConsole(context: MerchantContext, sender: Pick<WebhookSender, 'wake'>): Topic {
  return {
    pages: [
      {
        path: '/webhooks',
        grant: seers,
        menu: {
          label: words('Webhooks', 'Webhooks', 'Webhooks'),
          hint: words(
            'Endpoints for notifications, and their deliveries.',
            'Quem é avisado das mudanças, e se ouviu.',
            'Wer von Änderungen erfährt, und ob er zugehört hat.',
          ),
          icon: 'bell',
          section: menuSections.technology,
        },
        async show(visit) {
          const list = await listDeliveries(context, visit);
          if ('fileName' in list) return list;
          const texts = webhookTexts[visit.language];
          return {
            title: texts.title,
            lead: texts.lead,
            acts: drawCsvLink(visit, list.link),
            hasCharts: true,
            body: html`${await drawEndpoints(context, visit)} ${await drawDeliveryChart(context, visit)}
            ${list.body}`,
          };
        },
      },
      { path: '/webhooks/endpoints/:id', grant: seers, show: (visit) => showEndpoint(context, visit) },
      { path: '/webhooks/deliveries/:id', grant: seers, show: (visit) => showDelivery(context, visit) },
    ],
    acts: [...endpointActs(context, sender), redeliverAct(context, sender)],
    refusals: {
      webhook_endpoint_limit: words(
        'The limit of endpoints is reached. Delete one first.',
        'Há tantos destinos quanto pode haver. Exclua um primeiro.',
        'Es gibt so viele Empfänger, wie es geben darf. Löschen Sie erst einen.',
      ),
      webhook_endpoint_disabled: words(
        'The endpoint is off. Switch it on first.',
        'O destino está desligado. Ligue-o primeiro.',
        'Der Empfänger ist aus. Schalten Sie ihn erst ein.',
      ),
    },
  };
}

/** Returns the URL as it will be stored, if the API would accept it. */
const readUrl = (context: MerchantContext, visit: Visit, fields: Fields): Promise<string> =>
  nameFields({ url: webhookTexts[visit.language].url }, async () =>
    checkEndpointUrl(context, requireBody(CreateEndpoint, { url: fields('url').trim() }).url),
  );

function endpointActs(context: MerchantContext, sender: Pick<WebhookSender, 'wake'>): ConsoleAct[] {
  const page = '/webhooks/endpoints/:id';
  const common = { grant: grants.develop, page } as const;
  return [
    {
      path: '/webhooks/create',
      grant: grants.develop,
      fresh: true,
      name: 'webhook.created',
      label: words('Endpoint added', 'Destino adicionado', 'Empfänger hinzugefügt'),
      page: '/webhooks',
      async perform(visit, fields) {
        const url = await readUrl(context, visit, fields);
        const { answer } = await actOnce(context, visit, fields, url, async (tx) => {
          const issued = await createEndpoint(tx, context, { pspId: pspOf(visit), url });
          await visit.record(tx, { subject: url, detail: { endpoint: issued.id } });
          return issued;
        });
        return { view: showSecret(visit, answer) };
      },
    },
    {
      ...common,
      path: `${page}/change`,
      fresh: true,
      name: 'webhook.changed',
      label: words('Endpoint changed', 'Destino alterado', 'Empfänger geändert'),
      async perform(visit, fields) {
        const id = visit.parameters('id');
        // Each form changes only its own value, because a page opened earlier may show an outdated URL.
        const state = fields('state');
        const url = state === '' ? await readUrl(context, visit, fields) : undefined;
        const isEnabled = state === '' ? undefined : state === 'on';
        await transaction(context.sql, async (tx) => {
          const changed = await changeEndpoint(tx, context, { pspId: pspOf(visit), id, url, isEnabled });
          const detail = { endpoint: id, enabled: changed.disabled_at === null };
          await visit.record(tx, { subject: changed.url, detail });
        });
        return { to: `/webhooks/endpoints/${id}` };
      },
    },
    {
      ...common,
      path: `${page}/rotate`,
      fresh: true,
      name: 'webhook.rotated',
      label: words(
        'Secret of an endpoint renewed',
        'Segredo de destino renovado',
        'Geheimnis eines Empfängers erneuert',
      ),
      async perform(visit, fields) {
        const id = visit.parameters('id');
        const { answer } = await actOnce(context, visit, fields, ['rotate', id], async (tx) => {
          const { url, secret } = await rotateSecret(tx, context, pspOf(visit), id);
          await visit.record(tx, { subject: url, detail: { endpoint: id } });
          return { url, secret };
        });
        return { view: showSecret(visit, answer) };
      },
    },
    {
      ...common,
      path: `${page}/delete`,
      fresh: true,
      name: 'webhook.deleted',
      label: words('Endpoint deleted', 'Destino apagado', 'Empfänger gelöscht'),
      async perform(visit) {
        const id = visit.parameters('id');
        await deleteEndpoint(context, pspOf(visit), id, (tx) => visit.record(tx, { subject: id }));
        return { to: '/webhooks' };
      },
    },
    {
      ...common,
      path: `${page}/test`,
      fresh: false,
      name: 'webhook.tested',
      label: words('Test webhook on its way', 'Webhook de teste a caminho', 'Test-Webhook unterwegs'),
      async perform(visit, fields) {
        const id = visit.parameters('id');
        const { answer, isReplayed } = await actOnce(context, visit, fields, ['test', id], async (tx) => {
          const queued = await queueTestEvent(tx, context, pspOf(visit), id);
          await visit.record(tx, { subject: queued.url, detail: { delivery: queued.id } });
          return queued.id;
        });
        sender.wake();
        return { to: `/webhooks/deliveries/${answer}`, isRepeated: isReplayed };
      },
    },
  ];
}

/** Not idempotent: a repeated request sends the webhook again. Receivers must detect duplicates anyway. */
const redeliverAct = (context: MerchantContext, sender: Pick<WebhookSender, 'wake'>): ConsoleAct => ({
  path: '/webhooks/deliveries/:id/redeliver',
  grant: grants.develop,
  fresh: false,
  name: 'webhook.redelivered',
  label: words('Webhook sent again', 'Webhook enviado de novo', 'Webhook noch einmal gesendet'),
  page: '/webhooks/deliveries/:id',
  async perform(visit) {
    const id = visit.parameters('id');
    await transaction(context.sql, async (tx) => {
      const queued = await redeliver(tx, context, pspOf(visit), id);
      await visit.record(tx, { subject: queued.url, detail: { delivery: id } });
    });
    sender.wake();
    return { to: `/webhooks/deliveries/${id}` };
  },
});

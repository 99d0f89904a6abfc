import { actOnce } from '../../../platform/console/act-once.ts';
import type { ConsoleAct, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { linkQuery } from '../../../platform/pages/link-query.ts';
import { drawBadge, drawCopyable, drawEmpty, drawTable } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { memberActor } from '../../access/audit/audit.rules.ts';
import {
  sandboxClientId,
  sandboxClientSecret,
  sandboxPspId,
} from '../../access/credentials/create-sandbox-psp.ts';
import { tryOutSandbox } from '../../access/credentials/try-out-sandbox.ts';
import {
  addCredentialWithin,
  changeTerms,
  credentialsChannel,
  endCredential,
  getCredential,
  rotateCredential,
} from '../../access/credentials/manage-credentials.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { merchantProblems as problem } from '../../merchant.problems.ts';
import type { RequestRecorder } from '../../access/recent-requests/record-requests.ts';
import { grants } from '../member-grants.rules.ts';
import { menuSections } from '../menu-sections.ts';
import { words } from '../parts/define-texts.ts';
import { drawChoices, drawFilters } from '../parts/list-parts.page.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { pspOf, type Topic } from '../parts/topic.ts';
import { drawCredentials, readTerms, showClientSecret, showCredential } from './credential-pages.page.ts';
import { developerTexts } from './developer-texts.ts';

const seers = { members: ['owner', 'developer', 'viewer'], kind: 'psp' } as const;
const shownRequests = 25;

export function developerConsole(context: MerchantContext, recorder: RequestRecorder): Topic {
  return {
    pages: [
      {
        path: '/developers',
        grant: seers,
        menu: {
          label: words(developerTexts.en.title, developerTexts.pt.title, developerTexts.de.title),
          hint: words(
            'Credentials, recent requests and the reference.',
            'Credenciais, pedidos recentes e a referência.',
            'Zugänge, letzte Anfragen und die Referenz.',
          ),
          icon: 'key',
          section: menuSections.technology,
        },
        async show(visit) {
          const texts = developerTexts[visit.language];
          return {
            title: texts.title,
            lead: texts.lead,
            acts: html`<a class="button plain" href="/docs/merchant">${texts.reference}</a>`,
            body: html`${await drawCredentials(context, visit)} ${await drawRequests(recorder, visit)}
            ${await drawTrial(context, visit)}`,
          };
        },
      },
      { path: '/developers/credentials/:id', grant: seers, show: (visit) => showCredential(context, visit) },
    ],
    acts: credentialActs(context),
  };
}

async function drawRequests(recorder: RequestRecorder, visit: Visit): Promise<Html> {
  const texts = developerTexts[visit.language];
  const shared = sharedTexts[visit.language];
  const onlyFailed = visit.query('requests') === 'errors';
  const requests = await recorder.list({
    pspId: pspOf(visit),
    clientId: null,
    onlyFailed,
    limit: shownRequests,
  });
  const link = linkQuery(visit.address('/developers'), {});
  return html`<h2>${texts.requests}</h2>
    <p class="soft">${texts.requestsLead}</p>
    ${drawFilters(visit, '/developers', {
      chips: [
        drawChoices(texts.requests, link, 'requests', onlyFailed ? 'errors' : '', [
          ['', texts.everything],
          ['errors', texts.onlyErrors],
        ]),
      ],
    })}
    <div id="requests" data-live="5">
      ${drawTable({
        caption: texts.requests,
        columns: [
          { label: texts.request, kind: 'name' },
          { label: shared.status },
          { label: texts.problem },
          { label: texts.credential, kind: 'name' },
          { label: texts.requestId },
          { label: shared.when },
        ],
        rows: requests.map((one) => [
          html`<code>${one.method} ${one.path}</code>`,
          drawBadge(String(one.status), one.status >= 500 ? 'bad' : one.status >= 400 ? 'warn' : 'good'),
          one.code === null ? shared.nothing : html`<a href="/problems#${one.code}">${one.code}</a>`,
          one.client_id,
          drawCopyable(one.request_id, shared.copy),
          drawTime(one.at, visit.language, visit.nowMs),
        ]),
        empty: drawEmpty(texts.noRequests, texts.noRequestsText),
      })}
    </div>`;
}

/** Only for the sandbox's own PSP, whose secret is public. */
async function drawTrial(context: MerchantContext, visit: Visit): Promise<Html | false> {
  const isSandbox = context.settings.SANDBOX_PSP && pspOf(visit) === sandboxPspId;
  if (!isSandbox || !visit.may('POST', '/developers/credentials/create')) return false;
  const texts = developerTexts[visit.language];
  const { token } = await tryOutSandbox(context);
  if (token === undefined) return false;
  const base = `${context.publicUrl}/merchant`;
  const bearer = `-H 'authorization: Bearer ${token}'`;
  const payment = JSON.stringify({
    currency_code: 'EUR',
    payment_amount: '25.00',
    payment_reference: 'order-1001',
    merchant_name: 'Padaria Central',
    payment_description: 'Pão fresco',
    success_return_url: 'https://shop.example/thanks',
    failure_return_url: 'https://shop.example/sorry',
    customer_details: {
      customer_reference_id: 'customer-42',
      customer_first_name: 'Ana',
      customer_last_name: 'Sousa',
      customer_email_address: 'ana@example.com',
      customer_ip_address: '203.0.113.7',
    },
  });
  const lines = [
    [
      texts.tokenLine,
      `curl -X POST -u ${sandboxClientId}:${sandboxClientSecret} '${base}/oauth/token?grant_type=client_credentials'`,
    ],
    [texts.rateLine, `curl ${bearer} ${base}/rates/BTCEUR`],
    [texts.balanceLine, `curl ${bearer} ${base}/balances`],
    [
      texts.paymentLine,
      `curl ${bearer} -H 'content-type: application/json' -d '${payment}' ${base}/payments`,
    ],
  ] as const;
  const references = [
    [texts.rateLine, 'tag/rates/GET/rates/{currencyPairCode}'],
    [texts.balanceLine, 'tag/ledger/GET/balances'],
    [texts.paymentLine, 'tag/payments/POST/payments'],
  ] as const;
  return html`<section class="card">
    <h2>${texts.tryIt}</h2>
    <p class="soft">${texts.tryItLead}</p>
    ${lines.map(
      ([label, line]) =>
        html`<div class="row apart">
            <span class="label">${label}</span>
            <button type="button" class="plain slim" data-copy="${line}">
              ${sharedTexts[visit.language].copy}
            </button>
          </div>
          <pre class="wrap" tabindex="0">${line}</pre>`,
    )}
    <p class="soft">${texts.inReference}</p>
    <p class="row">
      ${references.map(
        ([label, operation]) =>
          html`<a class="button plain slim" href="/docs/merchant#${operation}">${label}</a>`,
      )}
    </p>
  </section>`;
}

function credentialActs(context: MerchantContext): ConsoleAct[] {
  const page = '/developers/credentials/:id';
  const common = { grant: grants.develop, fresh: true, page, subjectPage: page } as const;
  return [
    {
      path: '/developers/credentials/create',
      grant: grants.develop,
      fresh: true,
      name: 'credential.created',
      label: words('Credential created', 'Credencial criada', 'Zugang angelegt'),
      page: '/developers',
      subjectPage: page,
      async perform(visit, fields) {
        const terms = await readTerms(visit, fields);
        const holder = memberActor(visit.person.email);
        const { answer } = await actOnce(context, visit, fields, terms, async (tx) => {
          const issued = await addCredentialWithin(tx, context, pspOf(visit), holder, terms);
          if (!issued) throw problem('not_found');
          await visit.record(tx, { subject: issued.clientId, detail: { scopes: terms.scopes.join(' ') } });
          return issued;
        });
        context.signals.publish(credentialsChannel);
        return { view: showClientSecret(visit, answer) };
      },
    },
    {
      ...common,
      path: `${page}/change`,
      name: 'credential.changed',
      label: words('Credential changed', 'Credencial alterada', 'Zugang geändert'),
      async perform(visit, fields) {
        const { client_id: id } = await getCredential(context, pspOf(visit), visit.parameters('id'));
        const terms = await readTerms(visit, fields);
        const detail = { scopes: terms.scopes.join(' '), networks: terms.networks.join(' ') };
        const isChanged = await changeTerms(context, id, terms, (tx) =>
          visit.record(tx, { subject: id, detail }),
        );
        if (!isChanged) throw problem('not_found');
        return { to: `/developers/credentials/${encodeURIComponent(id)}` };
      },
    },
    {
      ...common,
      path: `${page}/rotate`,
      name: 'credential.rotated',
      label: words(
        'Secret of a credential renewed',
        'Segredo de credencial renovado',
        'Geheimnis eines Zugangs erneuert',
      ),
      // A repeated submission rotates again. The secret that was shown last is valid.
      async perform(visit) {
        const { client_id: id } = await getCredential(context, pspOf(visit), visit.parameters('id'));
        const issued = await rotateCredential(context, id, memberActor(visit.person.email), (tx) =>
          visit.record(tx, { subject: id }),
        );
        if (!issued) throw problem('not_found');
        return { view: showClientSecret(visit, issued) };
      },
    },
    {
      ...common,
      path: `${page}/revoke`,
      name: 'credential.revoked',
      label: words('Credential revoked', 'Credencial revogada', 'Zugang widerrufen'),
      async perform(visit) {
        const { client_id: id } = await getCredential(context, pspOf(visit), visit.parameters('id'));
        const isEnded = await endCredential(context, id, (tx) => visit.record(tx, { subject: id }));
        return { to: `/developers/credentials/${encodeURIComponent(id)}`, isRepeated: !isEnded };
      },
    },
  ];
}

import { onceName } from '../../../platform/console/act-once.ts';
import type { Fields, View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { isVisibleText } from '../../../platform/http/visible-text.ts';
import { newId } from '../../../platform/ids.ts';
import { drawField, drawForm, drawHidden, drawSelect } from '../../../platform/pages/form-parts.page.ts';
import {
  drawBadge,
  drawCopyable,
  drawDialogue,
  drawDialogueClose,
  drawFacts,
  drawNotice,
  drawTable,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { invalidField } from '../../../platform/problem.ts';
import { parseNetworks } from '../../access/credentials/allowed-networks.ts';
import {
  getCredential,
  getCredentials,
  type CredentialTerms,
  type IssuedCredential,
} from '../../access/credentials/manage-credentials.ts';
import { readOnly, scopes } from '../../access/credentials/scope.rules.ts';
import type { MerchantContext } from '../../merchant.context.ts';
import { nameFields } from '../parts/name-fields.ts';
import { sharedTexts } from '../parts/shared-texts.ts';
import { pspOf } from '../parts/topic.ts';
import { developerTexts } from './developer-texts.ts';
import { fieldWords } from '../../../platform/words/field-words.ts';

/** Longest name of a credential. */
const longestName = 100;

type Credential = Awaited<ReturnType<typeof getCredentials>>[number];

const pathOf = ({ client_id: id }: Credential): string => `/developers/credentials/${encodeURIComponent(id)}`;

const mayWrite = ({ scopes: allowed }: Credential): boolean => allowed.includes('write');

export async function drawCredentials(context: Pick<MerchantContext, 'sql'>, visit: Visit): Promise<Html> {
  const texts = developerTexts[visit.language];
  const credentials = await getCredentials(context, pspOf(visit));
  return html`<h2>${texts.credentials}</h2>
    ${drawTable({
      caption: texts.credentials,
      columns: [
        { label: texts.clientId, kind: 'name' },
        { label: texts.name, kind: 'name' },
        { label: texts.access },
        { label: texts.networks },
        { label: sharedTexts[visit.language].status },
        { label: sharedTexts[visit.language].created },
      ],
      rows: credentials.map((credential) => [
        html`<a href="${visit.address(pathOf(credential))}">${credential.client_id}</a>`,
        credential.name || sharedTexts[visit.language].nothing,
        mayWrite(credential) ? texts.readsAndWrites : texts.onlyReads,
        sayNetworks(visit, credential),
        drawState(visit, credential),
        drawTime(credential.created_at, visit.language, visit.nowMs),
      ]),
      empty: html``,
    })}
    ${
      visit.may('POST', '/developers/credentials/create') &&
      html`<details class="card" ${visit.given(onceName) !== '' && html`open`}>
        <summary>${texts.add}</summary>
        ${drawForm({
          action: visit.address('/developers/credentials/create'),
          token: visit.formToken,
          fields: html`${drawHidden(onceName, newId(visit.nowMs))} ${drawTerms(visit, undefined)}
            <button type="submit">${texts.addButton}</button>`,
        })}
      </details>`
    }`;
}

const drawState = (visit: Visit, { revoked_at: revoked }: Credential): Html => {
  const texts = developerTexts[visit.language];
  return revoked === null ? drawBadge(texts.usable, 'good') : drawBadge(texts.revoked);
};

const sayNetworks = (visit: Visit, { networks }: Credential): string =>
  networks.length === 0 ? developerTexts[visit.language].everywhere : networks.join(', ');

function drawTerms(visit: Visit, credential: Credential | undefined): Html {
  const texts = developerTexts[visit.language];
  const given = visit.given('access') !== '';
  return html`${drawField({
    name: 'name',
    label: texts.name,
    hint: texts.nameHint,
    required: false,
    maxLength: longestName,
    value: given ? visit.given('name') : (credential?.name ?? ''),
    ...visit.faults.mark('name'),
  })}
  ${drawSelect({
    name: 'access',
    label: texts.access,
    choices: [
      { value: 'write', label: texts.readsAndWrites },
      { value: 'read', label: texts.onlyReads },
    ],
    chosen: given ? visit.given('access') : !credential || mayWrite(credential) ? 'write' : 'read',
  })}
  ${drawField({
    name: 'networks',
    label: texts.networks,
    hint: texts.networksHint,
    required: false,
    maxLength: 1000,
    value: given ? visit.given('networks') : (credential?.networks.join(', ') ?? ''),
    ...visit.faults.mark('networks'),
  })}`;
}

export const readTerms = (visit: Visit, fields: Fields): Promise<CredentialTerms> => {
  const texts = developerTexts[visit.language];
  return nameFields({ name: texts.name, networks: texts.networks }, async () => {
    const name = fields('name').trim();
    if (name.length > longestName)
      throw invalidField('name', 'too_long', fieldWords.mostCharacters, { most: longestName });
    if (name !== '' && !isVisibleText(name)) {
      throw invalidField('name', 'malformed', fieldWords.unstorableCharacter);
    }
    return {
      name,
      scopes: fields('access') === 'read' ? readOnly : scopes,
      networks: parseNetworks(fields('networks')),
    };
  });
};

export async function showCredential(context: Pick<MerchantContext, 'sql'>, visit: Visit): Promise<View> {
  const texts = developerTexts[visit.language];
  const credential = await getCredential(context, pspOf(visit), visit.parameters('id'));
  const mayChange = credential.revoked_at === null && visit.may('POST', '/developers/credentials/:id/change');
  return {
    title: credential.name || texts.credential,
    lead: credential.client_id,
    acts: mayChange ? drawActs(visit, credential) : html``,
    body: html`<section class="card">
        ${drawFacts([
          [texts.clientId, drawCopyable(credential.client_id, sharedTexts[visit.language].copy)],
          [sharedTexts[visit.language].status, drawState(visit, credential)],
          [texts.access, mayWrite(credential) ? texts.readsAndWrites : texts.onlyReads],
          [texts.networks, sayNetworks(visit, credential)],
          [sharedTexts[visit.language].created, drawTime(credential.created_at, visit.language, visit.nowMs)],
          ...(credential.revoked_at === null
            ? []
            : [[texts.revoked, drawTime(credential.revoked_at, visit.language, visit.nowMs)] as const]),
        ])}
      </section>
      ${
        mayChange &&
        html`<section class="card">
          <h2>${texts.change}</h2>
          <p class="soft">${texts.changeHint}</p>
          ${drawForm({
            action: visit.address(`${pathOf(credential)}/change`),
            token: visit.formToken,
            fields: html`${drawTerms(visit, credential)}
              <button type="submit" class="plain">${texts.save}</button>`,
          })}
        </section>`
      }`,
  };
}

function drawActs(visit: Visit, credential: Credential): Html {
  const texts = developerTexts[visit.language];
  const dialogue = (id: 'rotate' | 'revoke', title: string, text: string, fields: Html): Html =>
    drawDialogue({
      id,
      opener: texts[id],
      title,
      body: html`<p>${text}</p>
        <div class="row">
          ${drawDialogueClose(id, sharedTexts[visit.language].cancel)}
          ${drawForm({ action: visit.address(`${pathOf(credential)}/${id}`), token: visit.formToken, fields })}
        </div>`,
    });
  const button = (label: string): Html => html`<button type="submit" class="danger">${label}</button>`;
  return html`${dialogue('rotate', texts.rotateTitle, texts.rotateText, button(texts.rotate))}
  ${dialogue('revoke', texts.revokeTitle, texts.revokeText, button(texts.revoke))}`;
}

/** The only page that shows the secret. */
export function showClientSecret(visit: Visit, issued: IssuedCredential): View {
  const texts = developerTexts[visit.language];
  const shared = sharedTexts[visit.language];
  const line = (label: string, value: string): Html =>
    html`<p class="label">${label}</p>
      <p class="row">
        <code class="wrap">${value}</code>
        <button type="button" class="plain slim" data-copy="${value}">${shared.copy}</button>
      </p>`;
  return {
    title: texts.secretTitle,
    status: 200,
    body: html`${drawNotice(shared.shownOnce, 'warn')}
      <section class="card">
        ${line(texts.clientId, issued.clientId)} ${line(texts.clientSecret, issued.clientSecret)}
      </section>
      <p><a class="button plain" href="${visit.address('/developers')}">${texts.back}</a></p>`,
  };
}

import type { ConsoleAct, ConsolePage, View, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { requireBody } from '../../../platform/http/validation.ts';
import { isId } from '../../../platform/ids.ts';
import { drawChart } from '../../../platform/pages/chart.page.ts';
import { formatAmount } from '../../../platform/pages/figures.page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { drawForm } from '../../../platform/pages/form-parts.page.ts';
import {
  drawBadge,
  drawDialogue,
  drawDialogueClose,
  drawEmpty,
  drawFacts,
  drawTable,
} from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { campaignBody } from '../../publishing/advertisements/campaign.schemas.ts';
import {
  changeCampaign,
  createCampaign,
  listCampaigns,
  readCampaign,
  stopCampaign,
  type CampaignDay,
  type ShownCampaign,
} from '../../publishing/advertisements/manage-campaigns.ts';
import type { SocialContext } from '../../social.context.ts';
import { words } from '../words/common-words.ts';
import { formatDay } from '../words/format-day.ts';
import { moderators, readers } from '../words/social-roles.ts';
import { campaignInputs, drawCampaignForm, readCampaignForm } from './campaign-form.page.ts';
import { campaignActs, campaignTexts as texts } from './campaign-texts.ts';

const path = '/social/campaigns';
const newPath = `${path}/new`;
const onePath = `${path}/:id`;
const dayMs = 86_400_000;

export const campaignPages = (context: SocialContext): readonly ConsolePage[] => [
  {
    path,
    grant: readers,
    menu: { label: texts.campaigns, hint: texts.campaignsHint, icon: 'chart', section: words.section },
    show: async (visit) => showList(visit, await listCampaigns(context)),
  },
  {
    path: newPath,
    grant: moderators,
    show: async (visit): Promise<View> => ({
      title: visit.say(texts.newCampaign),
      body: drawCampaignForm(context, visit),
    }),
  },
  { path: onePath, grant: readers, show: (visit) => showCampaign(context, visit) },
];

function showList(visit: Visit, campaigns: readonly ShownCampaign[]): View {
  const { say, language, nowMs } = visit;
  return {
    title: say(texts.campaigns),
    lead: say(texts.campaignsHint),
    ...(visit.may('POST', `${newPath}/create`)
      ? { acts: html`<a class="button" href="${visit.address(newPath)}">${say(texts.create)}</a>` }
      : {}),
    body: drawTable({
      caption: say(texts.campaigns),
      columns: [
        { label: say(texts.campaign), kind: 'name' },
        { label: say(words.state) },
        { label: say(texts.starts) },
        { label: say(texts.ends) },
        { label: say(texts.weight), kind: 'number' },
        { label: say(texts.views), kind: 'number' },
        { label: say(texts.clicks), kind: 'number' },
        { label: say(texts.share), kind: 'number' },
      ],
      rows: campaigns.map((campaign) => [
        html`<a href="${visit.address(`${path}/${campaign.id}`)}">${campaign.title}</a>`,
        drawCampaignState(visit, campaign),
        drawTime(campaign.starts_at, language, nowMs),
        drawTime(campaign.ends_at, language, nowMs),
        String(campaign.weight),
        formatAmount(String(campaign.views), language),
        formatAmount(String(campaign.clicks), language),
        shareOf(visit, campaign),
      ]),
      empty: drawEmpty(say(texts.none), say(texts.noneText)),
    }),
  };
}

const shareOf = ({ language }: Visit, { views, clicks }: Pick<CampaignDay, 'views' | 'clicks'>): string =>
  views === 0 ? '–' : `${formatAmount(((100 * clicks) / views).toFixed(1), language)} %`;

function drawCampaignState({ say, nowMs }: Visit, campaign: ShownCampaign): Html {
  if (campaign.stopped_at !== null) return drawBadge(say(texts.stopped), 'bad');
  if (campaign.ends_at.getTime() <= nowMs) return drawBadge(say(texts.ended));
  if (campaign.starts_at.getTime() > nowMs) return drawBadge(say(texts.planned), 'warn');
  return drawBadge(say(texts.running), 'good');
}

async function showCampaign(context: SocialContext, visit: Visit): Promise<View> {
  const { campaign, days } = await readCampaign(context, visit.parameters('id'));
  const { say } = visit;
  const mayChange = visit.may('POST', `${onePath}/change`);
  const isOpen = campaign.stopped_at === null && campaign.ends_at.getTime() > visit.nowMs;
  return {
    title: campaign.title,
    hasCharts: true,
    ...(mayChange && isOpen ? { acts: drawStop(visit, campaign) } : {}),
    body: html`${drawDays(visit, days)}
      <div class="story">
        <div class="stack">
          ${mayChange ? drawCampaignForm(context, visit, campaign) : html`<p class="card wrap">${campaign.description}</p>`}
        </div>
        <section class="card">
          <h2>${say(texts.facts)}</h2>
          ${drawFacts([
            [say(words.state), drawCampaignState(visit, campaign)],
            [say(texts.views), formatAmount(String(campaign.views), visit.language)],
            [say(texts.clicks), formatAmount(String(campaign.clicks), visit.language)],
            [say(texts.share), shareOf(visit, campaign)],
            [
              say(texts.cities),
              campaign.cities.length === 0 ? say(texts.everywhere) : campaign.cities.join('; '),
            ],
          ])}
        </section>
      </div>`,
  };
}

/** Renders every day from the first to the last counted one. Days without views are left empty. */
function drawDays(visit: Visit, days: readonly CampaignDay[]): Html {
  const { say, language } = visit;
  const known = new Map(days.map((day) => [Date.parse(`${day.day}T00:00:00Z`), day]));
  const times = [...known.keys()];
  const [first = 0, last = -1] = [times[0], times.at(-1)];
  const every = Array.from(
    { length: Math.min(1000, (last - first) / dayMs + 1) },
    (_, at) => last - at * dayMs,
  )
    .filter(() => times.length > 0)
    .toReversed();
  return drawChart({
    id: 'days',
    title: say(texts.byDay),
    kind: 'lines',
    times: every,
    series: [
      { label: say(texts.views), color: 'accent', values: every.map((at) => known.get(at)?.views ?? null) },
      { label: say(texts.clicks), color: 'warn', values: every.map((at) => known.get(at)?.clicks ?? null) },
    ],
    unit: say(texts.counted),
    language,
    tableLabel: say(texts.table),
    table: drawTable({
      caption: say(texts.byDay),
      columns: [
        { label: say(texts.day) },
        { label: say(texts.views), kind: 'number' },
        { label: say(texts.clicks), kind: 'number' },
        { label: say(texts.share), kind: 'number' },
      ],
      rows: days
        .toReversed()
        .map((day) => [
          formatDay(new Date(`${day.day}T00:00:00Z`), language, 'UTC'),
          formatAmount(String(day.views), language),
          formatAmount(String(day.clicks), language),
          shareOf(visit, day),
        ]),
      empty: html`<p class="soft">${say(texts.nothingCounted)}</p>`,
    }),
  });
}

function drawStop(visit: Visit, { id, title, views, clicks }: ShownCampaign): Html {
  const { say, language } = visit;
  const figures = {
    views: formatAmount(String(views), language),
    clicks: formatAmount(String(clicks), language),
  };
  return drawDialogue({
    id: 'stop-campaign',
    opener: say(texts.stop),
    openerClass: 'danger',
    title: fill(say(texts.stopTitle), { name: title }),
    body: html`<p class="wrap">${fill(say(texts.stopText), figures)}</p>
      ${drawForm({
        action: visit.address(`${path}/${id}/stop`),
        token: visit.formToken,
        layout: 'wide',
        fields: html`<div class="row">
          ${drawDialogueClose('stop-campaign', say(words.cancel))}
          <button type="submit" class="danger">${say(texts.stop)}</button>
        </div>`,
      })}`,
  });
}

export function campaignActsOf(context: SocialContext): readonly ConsoleAct[] {
  const common = { grant: moderators, fresh: false, subjectPage: onePath } as const;
  return [
    {
      ...common,
      path: `${newPath}/create`,
      name: 'campaign.created',
      label: campaignActs['campaign.created'],
      page: newPath,
      inputs: campaignInputs,
      async perform(visit, fields) {
        const input = requireBody(campaignBody, readCampaignForm(fields));
        const once = fields('once');
        let isDone = false;
        const campaign = await createCampaign(context, input, {
          ...(isId(once) ? { id: once.toLowerCase() } : {}),
          async recorded(tx, id) {
            await visit.record(tx, { subject: id, detail: { title: input.title } });
            isDone = true;
          },
        });
        return { to: `${path}/${campaign.id}`, isRepeated: !isDone };
      },
    },
    {
      ...common,
      path: `${onePath}/change`,
      name: 'campaign.changed',
      label: campaignActs['campaign.changed'],
      page: onePath,
      inputs: campaignInputs,
      async perform(visit, fields) {
        const input = requireBody(campaignBody, readCampaignForm(fields));
        const { id } = await changeCampaign(context, visit.parameters('id'), input, (tx, subject) =>
          visit.record(tx, { subject, detail: { title: input.title } }),
        );
        return { to: `${path}/${id}` };
      },
    },
    {
      ...common,
      path: `${onePath}/stop`,
      name: 'campaign.stopped',
      label: campaignActs['campaign.stopped'],
      page: onePath,
      async perform(visit) {
        const { id } = await stopCampaign(context, visit.parameters('id'), (tx, subject) =>
          visit.record(tx, { subject }),
        );
        return { to: `${path}/${id}` };
      },
    },
  ];
}

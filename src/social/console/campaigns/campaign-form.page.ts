import type { Fields, Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { newId } from '../../../platform/ids.ts';
import {
  drawField,
  drawForm,
  drawHidden,
  drawSelect,
  drawTextArea,
} from '../../../platform/pages/form-parts.page.ts';
import { invalidField } from '../../../platform/problem.ts';
import type { ShownCampaign } from '../../publishing/advertisements/manage-campaigns.ts';
import { defaultTimeZone } from '../../people/cities/time-zone.rules.ts';
import { linkUrl } from '../../access/links/link-url.rules.ts';
import { readWallTime, writeWallTime } from '../events/zoned-time.rules.ts';
import { words } from '../words/common-words.ts';
import { drawDrawn, typedIn } from '../words/typed-fields.page.ts';
import { campaignTexts as texts } from './campaign-texts.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export function drawCampaignForm(
  context: { readonly baseUrl: string },
  visit: Visit,
  campaign?: ShownCampaign,
): Html {
  const { say } = visit;
  const { mark } = visit.faults;
  const typed = typedIn(visit);
  const time = (at: Date | undefined): string => (at ? writeWallTime(at, defaultTimeZone) : '');
  const link = (address: string | undefined): string => (address ? linkUrl(context, address) : '');
  return drawForm({
    action: visit.address(
      campaign ? `/social/campaigns/${campaign.id}/change` : '/social/campaigns/new/create',
    ),
    token: visit.formToken,
    layout: 'wide',
    fields: html`${drawDrawn()} ${!campaign && drawHidden('once', typed('once', newId(visit.nowMs)))}
      <section class="card">
        <div class="fields">
          ${drawField({ name: 'title', label: say(texts.title), value: typed('title', campaign?.title ?? ''), maxLength: 200, ...mark('title') })}
          ${drawSelect({
            name: 'media_type',
            label: say(texts.mediaType),
            choices: [
              { value: '1', label: say(texts.image) },
              { value: '2', label: say(texts.video) },
            ],
            chosen: typed('media_type', String(campaign?.media_type ?? 1)),
          })}
          ${drawField({ name: 'media', label: say(texts.media), type: 'url', value: typed('media', link(campaign?.media)), maxLength: 2000, ...mark('media') })}
          ${drawField({ name: 'link', label: say(texts.link), type: 'url', value: typed('link', link(campaign?.link)), maxLength: 2000, ...mark('link') })}
          ${drawField({ name: 'starts', label: say(texts.starts), type: 'datetime-local', hint: say(texts.timesHint), value: typed('starts', time(campaign?.starts_at)), ...mark('starts') })}
          ${drawField({ name: 'ends', label: say(texts.ends), type: 'datetime-local', value: typed('ends', time(campaign?.ends_at)), ...mark('ends') })}
          ${drawField({ name: 'weight', label: say(texts.weight), type: 'number', hint: say(texts.weightHint), value: typed('weight', String(campaign?.weight ?? 10)), ...mark('weight') })}
        </div>
        ${drawTextArea({ name: 'description', label: say(texts.description), value: typed('description', campaign?.description ?? ''), ...mark('description') })}
        ${drawTextArea({
          name: 'cities',
          label: say(texts.cities),
          hint: say(texts.citiesHint),
          value: typed('cities', campaign?.cities.join('\n') ?? ''),
          rows: 3,
          maxLength: 20_000,
          required: false,
          ...mark('cities'),
        })}
        <div class="row"><button type="submit">${say(campaign ? words.save : texts.create)}</button></div>
      </section>`,
  });
}

/** Names of the form's fields, by the name of the API's field. */
export const campaignInputs: Readonly<Record<string, string>> = { starts_at: 'starts', ends_at: 'ends' };

/** Builds the body of the API from the form. */
export function readCampaignForm(fields: Fields): unknown {
  const text = (name: string): string => fields(name).trim();
  const time = (name: string, field: string): string => {
    const at = readWallTime(text(name), defaultTimeZone);
    if (!at) throw invalidField(field, 'malformed', socialWords.dayWithTime);
    return at.toISOString();
  };
  return {
    title: text('title'),
    description: fields('description'),
    media_type: Number(text('media_type')),
    media: text('media'),
    link: text('link'),
    starts_at: time('starts', 'starts_at'),
    ends_at: time('ends', 'ends_at'),
    cities: fields('cities')
      .split(/[\r\n;]+/)
      .map((city) => city.trim())
      .filter((city) => city !== ''),
    weight: Number(text('weight')),
  };
}

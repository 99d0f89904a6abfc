import type { Fields, Visit } from '../../../platform/console/console-page.ts';
import { readTypedAmount } from '../../../platform/console/typed-amount.rules.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { newId } from '../../../platform/ids.ts';
import { formatAmount } from '../../../platform/money.ts';
import {
  drawField,
  drawFile,
  drawForm,
  drawHidden,
  drawSelect,
  drawTextArea,
  type FieldOptions,
} from '../../../platform/pages/form-parts.page.ts';
import { invalidField } from '../../../platform/problem.ts';
import type { City } from '../../people/cities/city.rules.ts';
import { defaultTimeZone, timeZoneOf } from '../../people/cities/time-zone.rules.ts';
import type { Event } from '../../events/event.rules.ts';
import { linkUrl } from '../../access/links/link-url.rules.ts';
import { words } from '../words/common-words.ts';
import { drawDrawn, typedIn } from '../words/typed-fields.page.ts';
import { eventTexts as texts, statusWords } from './event-texts.ts';
import { readWallTime, writeWallTime } from './zoned-time.rules.ts';
import { socialWords } from '../../details/social-words.rules.ts';

/** Renders the form for a new or an existing event. */
export function drawEventForm(context: { readonly baseUrl: string }, visit: Visit, event?: Event): Html {
  const { say } = visit;
  const typed = typedIn(visit);
  const time = (at: Date | null | undefined): string =>
    event && at ? writeWallTime(at, event.timezone) : '';
  const field = (name: string, present: string | null | undefined, options: Omit<FieldOptions, 'name'>) =>
    drawField({
      name,
      value: typed(name, present ?? ''),
      required: false,
      ...options,
      ...visit.faults.mark(name),
    });
  const city = event ? `${event.city}, ${event.state}` : '';
  const price =
    event?.offerPriceMinor === null || event?.offerPriceMinor === undefined
      ? ''
      : formatAmount(event.offerPriceMinor, 2);
  return drawForm({
    action: visit.address(event ? `/social/events/${event.id}/change` : '/social/events/new/create'),
    token: visit.formToken,
    layout: 'wide',
    hasFiles: true,
    fields: html`${drawDrawn()}
      ${
        event
          ? drawHidden('revision', typed('revision', String(event.revision)))
          : drawHidden('once', typed('once', newId(visit.nowMs)))
      }
      <section class="card">
        <h2>${say(texts.basics)}</h2>
        <div class="fields">
          ${field('name', event?.name, { label: say(words.name), maxLength: 200, required: true })}
          ${field('category', event?.category, { label: say(texts.category), maxLength: 100, required: true })}
          ${field('starts', time(event?.startsAt), { label: say(texts.starts), type: 'datetime-local', required: true })}
          ${field('ends', time(event?.endsAt), { label: say(texts.ends), type: 'datetime-local', required: true })}
          ${field('timezone', event?.timezone, { label: say(texts.timezone), hint: say(texts.timezoneHint), maxLength: 64 })}
          ${
            event &&
            drawSelect({
              name: 'status',
              label: say(texts.status),
              choices: [
                { value: '', label: say(texts.statusFollows) },
                ...(['EventScheduled', 'EventRescheduled', 'EventPostponed'] as const).map((value) => ({
                  value,
                  label: say(statusWords[value]),
                })),
              ],
              chosen: typed('status', ''),
              ...visit.faults.mark('status'),
            })
          }
        </div>
        ${drawTextArea({
          name: 'description',
          label: say(texts.description),
          value: typed('description', event?.description ?? ''),
          rows: 6,
          maxLength: 20_000,
          required: false,
          ...visit.faults.mark('description'),
        })}
      </section>
      <section class="card">
        <h2>${say(texts.where)}</h2>
        <div class="fields">
          ${field('venue', event?.venueName, { label: say(texts.venue), maxLength: 200, required: true })}
          ${field('city', city, { label: say(texts.city), hint: say(texts.cityHint), maxLength: 200, required: true })}
          ${field('street', event?.streetAddress, { label: say(texts.street), maxLength: 300 })}
          ${field('latitude', event?.latitude?.toString(), { label: say(texts.latitude) })}
          ${field('longitude', event?.longitude?.toString(), { label: say(texts.longitude) })}
        </div>
      </section>
      <section class="card">
        <h2>${say(texts.more)}</h2>
        <div class="fields">
          ${field('capacity', event?.capacity?.toString(), { label: say(texts.capacity), hint: say(texts.capacityHint), type: 'number' })}
          ${drawFile({
            name: 'picture',
            label: say(texts.upload),
            types: ['image/jpeg', 'image/png', 'image/webp'],
            hint: say(texts.uploadHint),
            ...visit.faults.mark('picture'),
          })}
          ${field('image', event?.image ? linkUrl(context, event.image) : '', { label: say(texts.image), hint: say(texts.imageHint), type: 'url', maxLength: 2000 })}
          ${field('organizer', event?.organizerName, { label: say(texts.organizer), maxLength: 200 })}
          ${field('organizer_url', event?.organizerUrl, { label: say(texts.organizerUrl), type: 'url', maxLength: 2000 })}
          ${field('offer_url', event?.offerUrl, { label: say(texts.offerUrl), type: 'url', maxLength: 2000 })}
          ${field('price', price, { label: say(texts.price), maxLength: 20 })}
          ${field('currency', event?.offerCurrency, { label: say(texts.currency), maxLength: 3 })}
        </div>
      </section>
      <section class="card">
        <h2>${say(texts.spotlightTitle)}</h2>
        <p class="soft">${say(texts.spotlightHint)}</p>
        <div class="fields">
          ${field('spotlight_from', time(event?.spotlightFrom), { label: say(texts.spotlightFrom), type: 'datetime-local' })}
          ${field('spotlight_until', time(event?.spotlightUntil), { label: say(texts.spotlightUntil), type: 'datetime-local' })}
          ${field('spotlight_position', event?.spotlightPosition?.toString(), { label: say(texts.spotlightPosition), type: 'number' })}
        </div>
      </section>
      <div class="row"><button type="submit">${say(event ? words.save : texts.create)}</button></div>`,
  });
}

/** Names of the form's fields, by the name of the API's field. */
export const eventInputs: Readonly<Record<string, string>> = {
  startDate: 'starts',
  endDate: 'ends',
  eventStatus: 'status',
  'location.name': 'venue',
  'location.streetAddress': 'street',
  'organizer.name': 'organizer',
  'offers.url': 'offer_url',
  'offers.priceCurrency': 'currency',
  maximumAttendeeCapacity: 'capacity',
};

const orNull = (text: string): string | null => (text === '' ? null : text);

/** Parses a number. Other text is passed on, so that the API's schema refuses it. */
const numberOrNull = (text: string): number | string | null =>
  text === '' ? null : Number.isNaN(Number(text.replace(',', '.'))) ? text : Number(text.replace(',', '.'));

/** Builds the body of the API from the form. `city` is the city in the form, `before` the current event, and `picture`
 * the address of an uploaded picture, which replaces the link of the form. */
export function readEventForm(
  { language }: Pick<Visit, 'language'>,
  fields: Fields,
  city: City | undefined,
  { before, picture }: { readonly before?: Event; readonly picture?: string | undefined } = {},
): unknown {
  const text = (name: string): string => fields(name).trim();
  const timezone = text('timezone') || (city ? timeZoneOf(city) : defaultTimeZone);
  const time = (name: string, field: string): string => {
    const at = isZone(timezone) ? readWallTime(text(name), timezone) : new Date(`${text(name)}Z`);
    if (!at || Number.isNaN(at.getTime())) throw invalidField(field, 'malformed', socialWords.dayWithTime);
    return at.toISOString();
  };
  const description = fields('description');
  const hasSpotlight = ['spotlight_from', 'spotlight_until', 'spotlight_position'].some(
    (name) => text(name) !== '',
  );
  return {
    name: text('name'),
    category: text('category'),
    ...(description === '' && (before?.description ?? '') === '' ? {} : { description }),
    startDate: time('starts', 'startDate'),
    endDate: time('ends', 'endDate'),
    timezone,
    ...(text('status') === '' ? {} : { eventStatus: text('status') }),
    location: {
      name: text('venue'),
      city: text('city'),
      streetAddress: orNull(text('street')),
      latitude: numberOrNull(text('latitude')),
      longitude: numberOrNull(text('longitude')),
    },
    maximumAttendeeCapacity: numberOrNull(text('capacity')),
    image: picture ?? orNull(text('image')),
    organizer: { name: orNull(text('organizer')), url: orNull(text('organizer_url')) },
    offers: {
      url: orNull(text('offer_url')),
      price: orNull(readTypedAmount(text('price'), language, 2)),
      priceCurrency: orNull(text('currency').toUpperCase()),
    },
    spotlight: hasSpotlight
      ? {
          from: time('spotlight_from', 'spotlight.from'),
          until: time('spotlight_until', 'spotlight.until'),
          position: numberOrNull(text('spotlight_position')) ?? 1,
        }
      : null,
  };
}

/** Returns whether the time zone exists. An unknown one is refused by the operation. */
function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone }).format();
    return true;
  } catch {
    return false;
  }
}

import type { VNode } from 'preact';
import { html, type Children } from '../parts/html.ts';
import { drawIcon, type IconName } from '../parts/icon.ts';
import { priceFormat } from '../texts/formats.ts';
import { languageTag, otherClock, spanWords } from '../texts/event-time.ts';
import { language, useTexts, type Language } from '../texts/language.ts';
import type { Event } from './event-state.ts';
import { cityName } from './filter.ts';
import { eventsTexts } from './texts.ts';

/** Staff enter the link freely: a `javascript:` link would run as a script. */
const webLink = (url: string | null): string | undefined =>
  url !== null && /^https?:\/\//.test(url) ? url : undefined;

/** Formats the price. The amount is a decimal string and is not rounded. */
export function priceWords(offers: Event['offers'], chosen: Language): string | undefined {
  const { price, priceCurrency } = offers;
  if (price === null) return undefined;
  if (priceCurrency === null) return price;
  return priceFormat(languageTag(chosen), priceCurrency).format(price as Intl.StringNumericLiteral);
}

function drawFact(icon: IconName, label: string, children: Children): VNode {
  return html`<div class="fact">
    <dt>${drawIcon(icon)}<span class="unseen">${label}</span></dt>
    <dd>${children}</dd>
  </div>`;
}

/** Renders time, place, price and attendance, each with an icon and a label for screen readers. */
export function EventFacts({ event }: { readonly event: Event }): VNode {
  const texts = useTexts(eventsTexts);
  const { location, organizer, offers } = event;
  const chosen = language.get();
  const clock = otherClock(event, chosen);
  const elsewhere = (url: string | undefined, text: string): Children =>
    url === undefined
      ? text
      : html`<a href=${url} target="_blank" rel="noopener noreferrer"
          >${text}<span class="unseen"> (${texts.opens})</span></a
        >`;
  const map =
    location.latitude === null || location.longitude === null
      ? undefined
      : `https://www.openstreetmap.org/?mlat=${location.latitude}&mlon=${location.longitude}#map=17/${location.latitude}/${location.longitude}`;
  const { maximumAttendeeCapacity: all, remainingAttendeeCapacity: left } = event;
  const isFree = offers.price === null || Number(offers.price) === 0;
  return html`<dl class="event-facts">
    ${drawFact(
      'clock',
      texts.whenLabel,
      html`<strong>${spanWords(event, chosen, new Date())}</strong>
        ${clock !== undefined && html`<span class="soft small"> ${texts.clockOf(clock)}</span>`}`,
    )}
    ${drawFact(
      'place',
      texts.where,
      html`<strong>${location.name}</strong>
        <span class="soft small"
          >${[location.streetAddress, cityName(location)].filter(Boolean).join(' · ')}</span
        >
        ${map !== undefined && elsewhere(map, texts.map)}`,
    )}
    ${drawFact(
      'ticket',
      texts.price,
      html`<strong>${isFree ? texts.free : priceWords(offers, chosen)}</strong> ${
          webLink(offers.url) !== undefined && elsewhere(webLink(offers.url), texts.tickets)
        }`,
    )}
    ${drawFact(
      'people',
      texts.seats,
      all === null || left === null ? texts.noLimit : texts.seatsLeft(left, all),
    )}
    ${
      organizer.name !== null &&
      drawFact(
        'me',
        texts.organizer,
        html`<span class="soft small">${texts.organizer}</span>
          ${elsewhere(webLink(organizer.url), organizer.name)}`,
      )
    }
  </dl>`;
}

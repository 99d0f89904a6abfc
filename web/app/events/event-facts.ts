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

/** Returns a link to the place on a map. The page loads nothing from there before the user opens it. */
export function mapLink(location: Event['location']): string {
  const { latitude, longitude } = location;
  if (latitude !== null && longitude !== null)
    return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  // A venue's name is often unknown to the map, a street is not.
  const place = [location.streetAddress || location.name, location.city, location.state].filter(Boolean);
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query: place.join(', ') }).toString()}`;
}

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
        ${elsewhere(mapLink(location), texts.map)}`,
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

import { h, type VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { html } from '../parts/html.ts';
import { copyAddress } from '../parts/own-address.ts';
import { Photo } from '../parts/photo.ts';
import { drawBadge } from '../parts/pieces.ts';
import { useTexts } from '../texts/language.ts';
import { SeenWatch } from './seen.ts';
import { countClick, countView, type Advertisement } from './state.ts';
import { advertisementTexts } from './texts.ts';

function useSeen(id: string, onSeen: () => void): { current: HTMLElement | null } {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const watch = new SeenWatch();
    let isInside = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      clearTimeout(timer);
      const nowMs = performance.now();
      watch.look(isInside && document.visibilityState === 'visible', nowMs);
      if (watch.isSeen) return finish();
      const restMs = watch.restMs(nowMs);
      if (restMs !== undefined) timer = setTimeout(look, restMs);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        isInside = entries.at(-1)?.isIntersecting ?? false;
        look();
      },
      { threshold: 0.5 },
    );
    const stop = (): void => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
    const finish = (): void => {
      stop();
      onSeen();
    };
    observer.observe(element);
    document.addEventListener('visibilitychange', look);
    return stop;
  }, [id]);
  return place;
}

export interface NoticeProperties {
  readonly advertisement: Advertisement;
  /** `fills`: as a card of the deck. `listed`: as an entry of a list. */
  readonly shape: 'fills' | 'listed';
}

/** Renders an advertisement, always labelled as one. */
export function AdvertisementNotice({ advertisement, shape }: NoticeProperties): VNode {
  const { id, title, description, media, media_type: mediaType, link } = advertisement;
  const texts = useTexts(advertisementTexts);
  const place = useSeen(id, () => void countView(id));
  const picture = mediaType === 1 ? copyAddress(media, 'advertisement', id) : '';
  // Staff enter the link freely: a `javascript:` link would run as a script.
  const target = /^https?:\/\//.test(link) ? link : undefined;
  return html`<article ref=${place} class=${`advertisement ${shape}`} aria-label=${texts.advertisement}>
    ${picture !== '' && h(Photo, { url: picture, name: title, shape: shape === 'fills' ? 'card' : 'wide' })}
    <div class="words">
      ${drawBadge(texts.advertisement)}
      <h2>${title}</h2>
      ${description !== '' && html`<p>${description}</p>`}
      ${
        target !== undefined &&
        html`<a
          class="button plain"
          href=${target}
          target="_blank"
          rel="noopener noreferrer nofollow"
          onClick=${() => void countClick(id)}
          onAuxClick=${(event: MouseEvent) => event.button === 1 && void countClick(id)}
        >
          ${texts.open}<span class="unseen"> (${texts.opens})</span>
        </a>`
      }
    </div>
  </article>`;
}

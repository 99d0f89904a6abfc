import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { firstLetterOf } from '../texts/formats.ts';
import { html } from './html.ts';
import { ownAddress } from './own-address.ts';

export interface PhotoProperties {
  /** Empty for somebody without one. */
  readonly url: string;
  /** Of whom or what; also what is drawn in its place. */
  readonly name: string;
  /** What a screen reader says; empty where the name stands beside it. */
  readonly says?: string;
  readonly shape?: 'round' | 'card' | 'wide' | 'square';
  readonly isFirst?: boolean;
}

/** The first letter stands there until the photo is here, and stays where there is none or it cannot be had. */
export function Photo({ url, name, says = '', shape = 'card', isFirst = false }: PhotoProperties): VNode {
  const [failed, setFailed] = useState('');
  const initial = firstLetterOf(name.trim()).toUpperCase();
  const address = ownAddress(url);
  const isShown = address !== '' && failed !== url;
  return html`<span
    class=${`photo ${shape}`}
    role=${isShown || says === '' ? undefined : 'img'}
    aria-label=${isShown || says === '' ? undefined : says}
  >
    <span class="initial" aria-hidden="true">${initial}</span>
    ${
      isShown &&
      html`<img
        src=${address}
        alt=${says}
        loading=${isFirst ? 'eager' : 'lazy'}
        decoding="async"
        draggable=${false}
        onError=${() => setFailed(url)}
      />`
    }
  </span>`;
}

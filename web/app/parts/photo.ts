import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { firstLetterOf } from '../texts/formats.ts';
import { html } from './html.ts';
import { ownAddress } from './own-address.ts';

export interface PhotoProperties {
  /** Empty if there is no photo. */
  readonly url: string;
  /** Name of the person or thing. Its initial is the placeholder. */
  readonly name: string;
  /** Alternative text; empty if the name is adjacent. */
  readonly says?: string;
  readonly shape?: 'round' | 'card' | 'wide' | 'square';
  readonly isFirst?: boolean;
}

/** Shows the initial until the photo is loaded, and for good if there is none or loading fails. */
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

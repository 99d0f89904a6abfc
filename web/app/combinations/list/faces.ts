import { h, type VNode } from 'preact';
import { html } from '../../parts/html.ts';
import { Photo } from '../../parts/photo.ts';
import type { Combination } from './combination-rules.ts';

interface FaceTexts {
  readonly fresh: string;
  readonly online: string;
  readonly sayHello: (name: string) => string;
}

/** Renders combinations without messages as a row of faces. */
export const drawFaces = (people: readonly Combination[], texts: FaceTexts): VNode =>
  html`<section class="faces" aria-labelledby="faces-title">
    <h2 id="faces-title">${texts.fresh}</h2>
    <ul>
      ${people.map(
        (person) =>
          html`<li key=${person.id}>
            <a href=${`/app/chat/${person.id}`}>
              <span class="unseen">${texts.sayHello(person.name)}</span>
              <span class="face">
                ${h(Photo, { url: person.thumb, name: person.name, shape: 'round' })}
                ${person.isOnline && html`<span class="online" title=${texts.online}></span>`}
              </span>
              <span class="name" dir="auto" aria-hidden="true">${person.name}</span>
            </a>
          </li>`,
      )}
    </ul>
  </section>`;

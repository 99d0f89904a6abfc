import { h, type VNode } from 'preact';
import { drawButton } from '../parts/button.ts';
import { Heading } from '../parts/heading.ts';
import { html } from '../parts/html.ts';
import { Photo } from '../parts/photo.ts';
import { drawEmpty } from '../parts/pieces.ts';
import { act } from '../state/act.ts';
import { api } from '../state/api.ts';
import { showToast } from '../state/toasts.ts';
import { blockTexts } from '../texts/block-texts.ts';
import { useTexts } from '../texts/language.ts';
import { writeDay } from '../texts/write-day.ts';
import { blocks, useFresh, type Blocked } from '../profile/own-state.ts';
import { meTexts } from './texts.ts';
import { drawLoading } from '../profile/waiting.ts';

export function Blocks(): VNode {
  const [texts, lengths] = [useTexts(meTexts), useTexts(blockTexts)];
  const fresh = useFresh(blocks);
  const { value } = fresh;
  const unblock = async (person: Blocked): Promise<void> => {
    const before = blocks.store.get();
    blocks.store.change((list) => list?.filter(({ id }) => id !== person.id));
    const isDone = await act(
      () => api.delete('/user/block/{useriD}', { path: { useriD: person.id } }),
      () => blocks.store.set(before),
    );
    if (isDone) showToast({ text: texts.unblocked(person.name) });
  };
  const keep = async (person: Blocked): Promise<void> => {
    const isDone = await act(() =>
      api.get('/user/block/{useriD}', { path: { useriD: person.id }, query: { days: 0 } }),
    );
    if (isDone) fresh.readAgain();
  };
  return html`${h(Heading, { text: texts.blocks, backTo: '/app/me' })} ${!value && drawLoading(fresh)}
    ${value?.length === 0 && drawEmpty({ title: texts.noBlocks, text: texts.noBlocksHint })}
    <ul class="people">
      ${value?.map(
        (person) =>
          html`<li key=${person.id} class="card blocked">
            ${h(Photo, { url: person.thumb, name: person.name, shape: 'round' })}
            <span>
              <strong>${person.name}</strong>
              <small class="soft">
                ${person.blocked_until === null ? lengths.forGood : lengths.until(writeDay(person.blocked_until))}
              </small>
            </span>
            ${
              person.blocked_until !== null &&
              drawButton({ label: lengths.forGood, kind: 'plain', onClick: () => void keep(person) })
            }
            ${drawButton({ label: texts.unblock, kind: 'plain', onClick: () => void unblock(person) })}
          </li>`,
      )}
    </ul>`;
}

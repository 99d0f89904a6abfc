import { h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { drawField, drawSwitch } from '../parts/field.ts';
import { html, type Children } from '../parts/html.ts';
import { drawSkeleton } from '../parts/pieces.ts';
import { Sheet } from '../parts/sheet.ts';
import { profileTexts } from '../profile/texts.ts';
import { act } from '../state/act.ts';
import { changeConfig, config, readConfig } from '../state/config.ts';
import { useTexts } from '../texts/language.ts';
import { fillDeck } from './deck-state.ts';
import { isAgeRange, readAge } from './filter.ts';
import { discoverTexts } from './texts.ts';

interface FilterDraft {
  readonly woman: boolean;
  readonly man: boolean;
  readonly from: string;
  readonly to: string;
}

/** Renders the filter. It is stored in the user's settings on the server and applies to all devices. */
export function FilterSheet({ onClose }: { readonly onClose: () => void }): Children {
  const [texts, own] = [useTexts(discoverTexts), useTexts(profileTexts)];
  const [draft, setDraft] = useState<FilterDraft>();
  const [fault, setFault] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void act(async () => {
      const found = await readConfig();
      config.set(found);
      const { woman, man, ageRangeStart, ageRangeEnd } = found;
      setDraft({ woman, man, from: String(ageRangeStart), to: String(ageRangeEnd) });
    }).then((isRead) => isRead || onClose());
  }, []);
  const save = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!draft) return;
    const [ageRangeStart, ageRangeEnd] = [readAge(draft.from), readAge(draft.to)];
    if (!isAgeRange(ageRangeStart, ageRangeEnd)) return setFault(texts.ages);
    setBusy(true);
    const { woman, man } = draft;
    const isDone = await changeConfig({ woman, man, ageRangeStart, ageRangeEnd });
    setBusy(false);
    if (!isDone) return;
    onClose();
    await fillDeck({ startsOver: true });
  };
  const change = (part: Partial<FilterDraft>): void => setDraft(draft && { ...draft, ...part });
  return h(Sheet, {
    title: texts.filterTitle,
    onClose,
    children: draft
      ? html`<form class="form" novalidate onSubmit=${save}>
          ${drawSwitch({
            name: 'woman',
            label: own.women,
            isOn: draft.woman,
            onChange: (woman) => change({ woman }),
          })}
          ${drawSwitch({ name: 'man', label: own.men, isOn: draft.man, onChange: (man) => change({ man }) })}
          <div class="age-range">
            ${drawField({
              name: 'age-from',
              label: own.ageFrom,
              type: 'number',
              value: draft.from,
              onInput: (from) => change({ from }),
            })}
            ${drawField({
              name: 'age-to',
              label: own.ageTo,
              type: 'number',
              value: draft.to,
              onInput: (to) => change({ to }),
            })}
          </div>
          ${fault !== undefined && html`<p class="fault" role="alert">${fault}</p>`}
          <p class="soft small">${own.searchNote}</p>
          ${drawButton({ label: texts.filterSave, isSubmit: true, isBusy, isWide: true })}
        </form>`
      : drawSkeleton('row', 'row', 'line'),
  });
}

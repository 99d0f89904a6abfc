import { h } from 'preact';
import { useState } from 'preact/hooks';
import { drawButton } from '../parts/button.ts';
import { drawField, drawSwitch } from '../parts/field.ts';
import { html, type Children } from '../parts/html.ts';
import { Sheet } from '../parts/sheet.ts';
import { showToast } from '../state/toasts.ts';
import { useTexts } from '../texts/language.ts';
import type { Card } from './people.ts';
import { blockPerson, reportCategories, reportPerson, type ReportCategory } from './safety.ts';
import { discoverTexts } from './texts.ts';

export interface ReportSheetProperties {
  readonly card: Card;
  /** Photo that is being viewed, if it can be reported. */
  readonly photo: string | undefined;
  readonly onClose: () => void;
  readonly onBlock: () => void;
}

export function ReportSheet({ card, photo, onClose, onBlock }: ReportSheetProperties): Children {
  const texts = useTexts(discoverTexts);
  const [category, setCategory] = useState<ReportCategory>();
  const [reason, setReason] = useState('');
  const [isPhoto, setPhoto] = useState(false);
  const [isBlock, setBlock] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (category === undefined) return setMissing(true);
    setBusy(true);
    const isDone = await reportPerson(card, { category, reason, photo: isPhoto ? photo : undefined });
    setBusy(false);
    if (!isDone) return;
    onClose();
    if (isBlock) {
      onBlock();
      await blockPerson(card);
    }
    showToast({ text: texts.reported });
  };
  return h(Sheet, {
    title: texts.reportTitle(card.name),
    onClose,
    children: html`<p class="soft">${texts.reportLead}</p>
      <form class="form" novalidate onSubmit=${send}>
        <fieldset aria-describedby=${isMissing ? 'reason-fault' : undefined}>
          <legend class="label">${texts.reportWhy}</legend>
          <div class="reasons">
            ${reportCategories.map(
              (one) =>
                html`<label key=${one} class="option">
                  <input
                    type="radio"
                    name="category"
                    value=${one}
                    checked=${category === one}
                    onChange=${() => {
                      setCategory(one);
                      setMissing(false);
                    }}
                  />
                  <span>${texts.categories[one]}</span>
                </label>`,
            )}
          </div>
          ${isMissing && html`<p class="fault" id="reason-fault" role="alert">${texts.reportChoose}</p>`}
        </fieldset>
        ${drawField({
          name: 'reason',
          label: texts.reportWords,
          value: reason,
          onInput: setReason,
          rows: 3,
          maxLength: 2000,
        })}
        ${
          photo !== undefined &&
          drawSwitch({ name: 'about-photo', label: texts.reportPhoto, isOn: isPhoto, onChange: setPhoto })
        }
        ${drawSwitch({ name: 'and-block', label: texts.reportBlock, isOn: isBlock, onChange: setBlock })}
        ${drawButton({ label: texts.reportSend, icon: 'flag', isSubmit: true, isBusy, isWide: true })}
      </form>`,
  });
}

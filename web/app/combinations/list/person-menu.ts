import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import { drawBlockLength, type BlockDays } from '../../parts/block-length.ts';
import { drawButton } from '../../parts/button.ts';
import { html } from '../../parts/html.ts';
import { Sheet } from '../../parts/sheet.ts';
import { navigate } from '../../router/router.ts';
import { act } from '../../state/act.ts';
import { api } from '../../state/api.ts';
import { showToast } from '../../state/toasts.ts';
import { frameTexts } from '../../texts/frame-texts.ts';
import { useTexts } from '../../texts/language.ts';
import { closeChat } from '../chat/chats.ts';
import { combinationTexts } from '../texts.ts';
import { combinations, removeCombination } from './combinations.ts';
import { ReportForm } from './report-form.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
}

export interface MenuProperties {
  readonly person: Person;
  /** True if the menu was opened from the list, false from the chat. */
  readonly isListed: boolean;
  readonly isWide: boolean;
  /** First step. For a closed chat it is `report`, the only action left. */
  readonly startsWith?: Step;
  readonly onClose: () => void;
}

type Step = 'menu' | 'undo' | 'block' | 'report';

/** Removes the combination from the screen at once and restores it if the server refuses. */
async function end(person: Person, work: () => Promise<unknown>, done: string): Promise<void> {
  const before = combinations.get();
  removeCombination(person.id);
  const isDone = await act(work, () => combinations.set(before));
  if (!isDone) return;
  closeChat(person.id);
  showToast({ text: done });
  if (location.pathname === `/app/chat/${person.id}`) navigate('/app/combinations', { replace: true });
}

export const blockPerson = (person: Person, days: BlockDays, done: string): Promise<void> =>
  end(person, () => api.get('/user/block/{useriD}', { path: { useriD: person.id }, query: { days } }), done);

const undoCombination = (person: Person, done: string): Promise<void> =>
  end(person, () => api.post('/user/dislike/{useriD}', { path: { useriD: person.id } }), done);

/** Renders the actions for a person. Each step explains its effect before it is confirmed. */
export function PersonMenu({ person, isListed, startsWith = 'menu', onClose }: MenuProperties): VNode {
  const [texts, frame] = [useTexts(combinationTexts), useTexts(frameTexts)];
  const [step, setStep] = useState<Step>(startsWith);
  const [days, setDays] = useState<BlockDays>(0);
  const { name } = person;
  const titles = { menu: name, undo: texts.undo, block: texts.block, report: texts.report };
  const confirm = (text: string, label: string, work: () => Promise<void>, more?: VNode): VNode =>
    html`<p>${text}</p>
      ${more}
      ${drawButton({
        label,
        kind: 'danger',
        isWide: true,
        onClick: () => {
          onClose();
          void work();
        },
      })}
      ${drawButton({ label: frame.cancel, kind: 'plain', isWide: true, onClick: onClose })}`;
  const item = (label: string, to: Step): VNode =>
    drawButton({ label, kind: 'plain', isWide: true, onClick: () => setStep(to) });
  return html`${h(Sheet, {
    title: titles[step],
    onClose,
    children: html`<div key=${step} class="stack tight">
      ${
        step === 'menu' &&
        html`${isListed && html`<a class="button wide" href=${`/app/chat/${person.id}`}>${texts.see}</a>`}
        ${item(texts.undo, 'undo')} ${item(texts.block, 'block')} ${item(texts.report, 'report')}`
      }
      ${
        step === 'undo' &&
        confirm(texts.undoText(name), texts.undo, () => undoCombination(person, texts.undone(name)))
      }
      ${
        step === 'block' &&
        confirm(
          texts.blockText(name),
          texts.block,
          () => blockPerson(person, days, texts.blocked(name)),
          drawBlockLength(days, setDays),
        )
      }
      ${
        step === 'report' &&
        h(ReportForm, {
          person,
          canBlock: startsWith === 'menu',
          onBlock: () => blockPerson(person, 0, texts.blocked(name)),
          onDone: onClose,
        })
      }
    </div>`,
  })}`;
}

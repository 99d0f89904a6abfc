import { h, type VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { BlockDays } from '../../parts/block-length.ts';
import { drawButton } from '../../parts/button.ts';
import { html } from '../../parts/html.ts';
import { Sheet } from '../../parts/sheet.ts';
import { navigate } from '../../router/router.ts';
import { BlockForm } from '../../safety/block-form.ts';
import { blockPerson, type Person } from '../../safety/block-person.ts';
import { ReportForm } from '../../safety/report-form.ts';
import { safetyTexts } from '../../safety/texts.ts';
import { act } from '../../state/act.ts';
import { api } from '../../state/api.ts';
import { forgetPerson } from '../../state/forget-person.ts';
import { showToast } from '../../state/toasts.ts';
import { frameTexts } from '../../texts/frame-texts.ts';
import { useTexts } from '../../texts/language.ts';
import { closedChats, messagesToReport } from '../chat/chats.ts';
import { combinationTexts } from '../texts.ts';
import { combinations, removeCombination } from './combinations.ts';

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

/** Leaves the chat of a person who is gone from the list. */
function leaveChat({ id }: Person): void {
  if (location.pathname === `/app/chat/${id}`) navigate('/app/combinations', { replace: true });
}

/** Removes the row at once and restores it if the server refuses. */
async function undoCombination(person: Person, done: string): Promise<void> {
  const before = combinations.get();
  removeCombination(person.id);
  const isDone = await act(
    () => api.post('/user/dislike/{useriD}', { path: { useriD: person.id } }),
    () => combinations.set(before),
  );
  if (!isDone) return;
  await forgetPerson(person.id);
  showToast({ text: done });
  leaveChat(person);
}

async function block(person: Person, days: BlockDays): Promise<void> {
  const before = combinations.get();
  await blockPerson(person, days, {
    hide: () => removeCombination(person.id),
    show: () => combinations.set(before),
    isReversible: false,
  });
  if (closedChats.get().has(person.id)) leaveChat(person);
}

/** Renders the actions for a person. Each step explains its effect before it is confirmed. */
export function PersonMenu({ person, isListed, startsWith = 'menu', onClose }: MenuProperties): VNode {
  const [texts, frame] = [useTexts(combinationTexts), useTexts(frameTexts)];
  const [step, setStep] = useState<Step>(startsWith);
  const safety = useTexts(safetyTexts);
  const { id, name } = person;
  const titles = {
    menu: name,
    undo: texts.undo,
    block: safety.blockTitle(name),
    report: safety.title(name),
  };
  const undo = (): void => {
    onClose();
    void undoCombination(person, texts.undone(name));
  };
  const item = (label: string, to: Step): VNode =>
    drawButton({ label, kind: 'plain', isWide: true, onClick: () => setStep(to) });
  return html`${h(Sheet, {
    title: titles[step],
    onClose,
    children: html`<div key=${step} class="stack tight">
      ${
        step === 'menu' &&
        html`${isListed && html`<a class="button wide" href=${`/app/chat/${person.id}`}>${texts.see}</a>`}
        ${item(texts.undo, 'undo')} ${item(safety.block, 'block')} ${item(safety.report, 'report')}`
      }
      ${
        step === 'undo' &&
        html`<p>${texts.undoText(name)}</p>
          ${drawButton({ label: texts.undo, kind: 'danger', isWide: true, onClick: undo })}
          ${drawButton({ label: frame.cancel, kind: 'plain', isWide: true, onClick: onClose })}`
      }
      ${step === 'block' && h(BlockForm, { name, onBlock: (days) => void block(person, days), onClose })}
      ${
        step === 'report' &&
        h(ReportForm, {
          of: 'person',
          id,
          name,
          messages: messagesToReport(id),
          onBlock: startsWith === 'menu' ? () => block(person, 0) : undefined,
          onClose,
        })
      }
    </div>`,
  })}`;
}

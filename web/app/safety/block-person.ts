import type { BlockDays } from '../parts/block-length.ts';
import { act } from '../state/act.ts';
import { api } from '../state/api.ts';
import { forgetPerson } from '../state/forget-person.ts';
import { showToast } from '../state/toasts.ts';
import { textsNow } from '../texts/language.ts';
import { safetyTexts } from './texts.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
}

/** How a screen hides the person before the server has answered, and shows them again after a refusal. */
export interface Hiding {
  readonly hide: () => void;
  readonly show: () => void;
  /** True if a lifted block restores everything. The end of a combination is final. */
  readonly isReversible: boolean;
}

export async function blockPerson(
  { id, name }: Person,
  days: BlockDays,
  { hide, show, isReversible }: Hiding,
): Promise<void> {
  const texts = textsNow(safetyTexts);
  const path = { useriD: id };
  hide();
  if (!(await act(() => api.get('/user/block/{useriD}', { path, query: { days } }), show))) return;
  await forgetPerson(id);
  const unblock = (): void => {
    show();
    void act(() => api.delete('/user/block/{useriD}', { path }), hide);
  };
  showToast({
    text: texts.blocked(name),
    ...(isReversible ? { undo: { label: texts.undo, run: unblock } } : {}),
  });
}

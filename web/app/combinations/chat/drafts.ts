import { keptStore } from '../../state/known.ts';
import type { Store } from '../../state/store.ts';

/** Unsent texts by the id of the other person. */
const drafts: Store<Readonly<Record<string, string>>> = keptStore<Readonly<Record<string, string>>>(
  'drafts',
  {},
);

export const draftFor = (otherId: string): string => drafts.get()[otherId] ?? '';

export const keepDraft = (otherId: string, text: string): void =>
  drafts.change((before) => {
    const { [otherId]: _, ...others } = before;
    return text === '' ? others : { ...others, [otherId]: text };
  });

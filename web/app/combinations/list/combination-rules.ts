import type { Message } from '../../state/outbox-rules.ts';

/** What the list shows of each. */
export interface Combination {
  readonly id: string;
  readonly name: string;
  readonly thumb: string;
  readonly combined_at: string;
  readonly last_message: Message | null;
  readonly unreadQty: number;
  readonly isOnline: boolean;
  readonly active_at: string | null;
}

/** When something was written last, or when the two were combined. */
const movedAt = ({ last_message: last, combined_at: combinedAt }: Combination): string =>
  last !== null && last.sent_at > combinedAt ? last.sent_at : combinedAt;

export const byLastMessage = (list: readonly Combination[]): readonly Combination[] =>
  list.toSorted((one, other) => (movedAt(one) < movedAt(other) ? 1 : movedAt(one) > movedAt(other) ? -1 : 0));

/** Those who have never written to each other stand on top, as faces. */
export function divide(list: readonly Combination[]): {
  readonly fresh: readonly Combination[];
  readonly talks: readonly Combination[];
} {
  return {
    fresh: list.filter(({ last_message: last }) => last === null),
    talks: list.filter(({ last_message: last }) => last !== null),
  };
}

/** A message that came live, before the server is asked for the list: at its place, counted once. */
export function hearMessage(
  list: readonly Combination[],
  message: Message,
  myId: string,
): readonly Combination[] {
  const otherId = message.from === myId ? message.to : message.from;
  return byLastMessage(
    list.map((one) => {
      if (one.id !== otherId) return one;
      const { last_message: last } = one;
      if (last !== null && message.id < last.id) return one;
      const isNews = (last === null || message.id > last.id) && message.from === otherId && !message.deleted;
      return {
        ...one,
        last_message: message,
        unreadQty: isNews && message.read_at === null ? one.unreadQty + 1 : one.unreadQty,
      };
    }),
  );
}

/** The first page, and after it what further pages had shown: nobody twice. */
export function replaceBeginning(
  list: readonly Combination[],
  page: readonly Combination[],
  isAll: boolean,
): readonly Combination[] {
  if (isAll) return page;
  const first = new Set(page.map(({ id }) => id));
  return [...page, ...list.filter(({ id }) => !first.has(id))];
}

const plain = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Forgives accents and capitals. */
export function searchByName(list: readonly Combination[], wanted: string): readonly Combination[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return list.filter(({ name }) => words.every((word) => plain(name).includes(word)));
}

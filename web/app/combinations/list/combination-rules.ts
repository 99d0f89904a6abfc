import type { Message } from '../../state/outbox-rules.ts';

/** Fields of a combination that the list shows. */
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

/** Returns the time of the last message, or of the combination if that is later. */
const movedAt = ({ last_message: last, combined_at: combinedAt }: Combination): string =>
  last !== null && last.sent_at > combinedAt ? last.sent_at : combinedAt;

export const byLastMessage = (list: readonly Combination[]): readonly Combination[] =>
  list.toSorted((one, other) => (movedAt(one) < movedAt(other) ? 1 : movedAt(one) > movedAt(other) ? -1 : 0));

/** Separates combinations without messages, which are shown as faces at the top. */
export function divide(list: readonly Combination[]): {
  readonly fresh: readonly Combination[];
  readonly talks: readonly Combination[];
} {
  return {
    fresh: list.filter(({ last_message: last }) => last === null),
    talks: list.filter(({ last_message: last }) => last !== null),
  };
}

/** Applies a live message to the list: moves the chat to its position and counts the message once. */
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

/** Replaces the first page and keeps the further pages, without duplicates. */
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

/** Matches by name, ignoring accents and case. */
export function searchByName(list: readonly Combination[], wanted: string): readonly Combination[] {
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  return list.filter(({ name }) => words.every((word) => plain(name).includes(word)));
}

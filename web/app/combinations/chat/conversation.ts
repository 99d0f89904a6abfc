import { h, type VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { drawButton } from '../../parts/button.ts';
import { Heading } from '../../parts/heading.ts';
import { html } from '../../parts/html.ts';
import { Photo } from '../../parts/photo.ts';
import { goBack } from '../../router/router.ts';
import { isConnected } from '../../state/live.ts';
import { outbox } from '../../state/outbox.ts';
import { useStore } from '../../state/store.ts';
import { useTexts } from '../../texts/language.ts';
import { PersonMenu } from '../list/person-menu.ts';
import { combinationTexts } from '../texts.ts';
import { linesOf, type Line } from './chat-rules.ts';
import { chatWith, closedChats } from './chats.ts';
import { ClosedChat } from './closed-chat.ts';
import { Composer } from './composer.ts';
import { focusNewest, MessageList, scrollToEnd } from './message-list.ts';
import { MessageMenu } from './message-menu.ts';
import { agoText } from './moments.ts';
import { LiveAnnouncements } from './news-for-ears.ts';
import { usePerson, type Shown } from './person.ts';
import { markSeen, reloadChat, showChat } from './read-chat.ts';
import { chatTexts } from './texts.ts';
import { typing } from './typing.ts';
import { useSeenHeight } from './seen-height.ts';

const listPath = '/app/combinations';

export interface ConversationProperties {
  readonly otherId: string;
  readonly isWide: boolean;
}

export function Conversation({ otherId, isWide }: ConversationProperties): VNode {
  const texts = useTexts(chatTexts);
  const person = usePerson(otherId) ?? { id: otherId, name: texts.somebody, thumb: '' };
  const isOver = useStore(closedChats).has(otherId);
  useSeenHeight();
  return html`<div
    class="conversation"
    onKeyDown=${(event: KeyboardEvent) => {
      if (event.key !== 'Escape' || (event.target as Element).closest('dialog')) return;
      event.preventDefault();
      goBack(listPath);
    }}
  >
    ${isOver ? h(ClosedChat, { person, isWide }) : h(OpenChat, { person, isWide })}
  </div>`;
}

function OpenChat({ person, isWide }: { readonly person: Shown; readonly isWide: boolean }): VNode {
  const texts = useTexts(combinationTexts);
  const { id: otherId, name } = person;
  const chat = useStore(chatWith(otherId));
  const entries = useStore(outbox);
  const [chosen, setChosen] = useState<Line>();
  const [hasMenu, setMenu] = useState(false);
  const pane = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const lines = linesOf(chat.messages, entries, otherId);
  useEffect(() => {
    void reloadChat(otherId);
    return isConnected.watch((connected) => {
      if (connected && !chatWith(otherId).get().isFresh) void reloadChat(otherId);
    });
  }, [otherId]);
  useEffect(() => showChat(otherId), [otherId]);
  useEffect(() => {
    // Only messages that were visible count as read.
    const see = (): void => {
      if (isAtEnd && chat.isFresh && document.visibilityState === 'visible') void markSeen(otherId);
    };
    see();
    addEventListener('visibilitychange', see);
    return () => removeEventListener('visibilitychange', see);
  }, [otherId, chat, isAtEnd]);
  return html`${h(Heading, {
    text: name,
    ...(isWide ? {} : { backTo: listPath }),
    picture: h(Photo, { url: person.thumb, name, shape: 'round' }),
    below: h(Status, { person }),
    children: drawButton({
      label: texts.options(name),
      icon: 'more',
      isIconAlone: true,
      kind: 'quiet',
      onClick: () => setMenu(true),
    }),
  })}
  ${h(MessageList, { otherId, name, shared: person.sharedEvents?.[0]?.name, chat, lines, pane, isAtEnd, onScrolled: setAtEnd, onMenu: setChosen })}
  ${h(LiveAnnouncements, { otherId, name, messages: chat.messages, isFresh: chat.isFresh })}
  ${h(Composer, {
    otherId,
    name,
    takesFocus: isWide,
    onUp: () => focusNewest(pane),
    onSend: () => scrollToEnd(pane),
  })}
  ${
    chosen &&
    h(MessageMenu, {
      otherId,
      name,
      line: chosen,
      onClose: () => setChosen(undefined),
      // On a wide window the focus returns to the text field. On a phone that would open the keyboard over the
      // messages.
      onDeleted: () =>
        (isWide ? document.querySelector<HTMLElement>('#message') : pane.current)?.focus({
          preventScroll: true,
        }),
    })
  }
  ${hasMenu && h(PersonMenu, { person, isListed: false, isWide, onClose: () => setMenu(false) })}`;
}

/**
 * Renders the line below the name: typing, online, or last seen. While disconnected it shows only the last-seen time.
 */
function Status({ person }: { readonly person: Shown }): VNode {
  const texts = useTexts(combinationTexts);
  const [isTyping, connected] = [useStore(typing).has(person.id), useStore(isConnected)];
  if (connected && isTyping) return html`<p class="status typing">${texts.typing}</p>`;
  if (connected && person.isOnline) return html`<p class="status here">${texts.online}</p>`;
  const text =
    typeof person.active_at === 'string' ? texts.lastSeen(agoText(person.active_at, new Date())) : '';
  return html`<p class="status">${text}</p>`;
}

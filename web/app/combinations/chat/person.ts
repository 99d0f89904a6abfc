import { PracaError } from '@praca/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { useStore } from '../../state/store.ts';
import { combinations } from '../list/combinations.ts';
import { reloadChat } from './read-chat.ts';

export interface Shown {
  readonly id: string;
  readonly name: string;
  readonly thumb: string;
  readonly isOnline?: boolean;
  readonly active_at?: string | null;
  /** Events to which both go. Known once the profile is read. */
  readonly sharedEvents?: readonly { readonly name: string }[];
}

/** Polling interval: there are no live updates of the online status. */
const lookAgainMs = 45_000;

/**
 * Returns the person from the list, refreshed by polling. Keeps the last known name if the person disappears while the
 * chat is open.
 */
export function usePerson(otherId: string): Shown | undefined {
  const listed = useStore(combinations)?.find(({ id }) => id === otherId);
  const [asked, setAsked] = useState<Shown>();
  const last = useRef<Shown | undefined>(undefined);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible')
        api.get('/user/{userId}/card', { path: { userId: otherId } }).then(setAsked, (error: unknown) => {
          // 403: the person is no longer visible. Reloading the chat finds out that it is closed.
          if (error instanceof PracaError && error.status === 403) void reloadChat(otherId);
        });
    };
    look();
    const timer = setInterval(look, lookAgainMs);
    addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      removeEventListener('visibilitychange', look);
    };
  }, [otherId]);
  last.current = asked ?? listed ?? last.current;
  return last.current;
}

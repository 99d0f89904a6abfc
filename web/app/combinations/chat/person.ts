import { PracaError } from '@praca/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../state/api.ts';
import { useStore } from '../../state/store.ts';
import { combinations } from '../list/combinations.ts';
import { readAfresh } from './read-chat.ts';

export interface Shown {
  readonly id: string;
  readonly name: string;
  readonly thumb: string;
  readonly isOnline?: boolean;
  readonly active_at?: string | null;
}

/** Who is online is not told live. */
const lookAgainMs = 45_000;

/** As the list has them, and as they are now. Whoever goes while the chat is open keeps their name. */
export function usePerson(otherId: string): Shown | undefined {
  const listed = useStore(combinations)?.find(({ id }) => id === otherId);
  const [asked, setAsked] = useState<Shown>();
  const last = useRef<Shown | undefined>(undefined);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible')
        api.get('/user/{userId}/card', { path: { userId: otherId } }).then(setAsked, (error: unknown) => {
          // Not to be seen any more: the chat finds out that it is over.
          if (error instanceof PracaError && error.status === 403) void readAfresh(otherId);
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

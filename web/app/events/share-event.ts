import { showToast } from '../state/toasts.ts';
import { textsNow } from '../texts/language.ts';
import type { Event } from './event-state.ts';
import { eventsTexts } from './texts.ts';

/** Opens the share menu of the device. Where there is none, copies the link. */
export async function shareEvent({ id, name }: Pick<Event, 'id' | 'name'>): Promise<void> {
  const texts = textsNow(eventsTexts);
  const url = `${location.origin}/app/events/${id}`;
  if ('share' in navigator) {
    try {
      return await navigator.share({ title: name, url });
    } catch (error) {
      // The user closed the menu. Other faults fall back to the clipboard.
      if (error instanceof DOMException && error.name === 'AbortError') return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    showToast({ text: texts.linkCopied });
  } catch {
    showToast({ text: texts.linkNotCopied, kind: 'bad' });
  }
}

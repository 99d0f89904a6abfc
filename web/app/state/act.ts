import { PracaError } from '@praca/client';
import { frameTexts } from '../texts/frame-texts.ts';
import { textsNow } from '../texts/language.ts';
import { showToast } from './toasts.ts';

/** Returns the error message for the user: the server's text if it answered, otherwise that there is no connection. */
export function explain(error: unknown): string {
  const texts = textsNow(frameTexts);
  if (!(error instanceof PracaError)) return texts.failed;
  if (error.status === 0) return texts.offline;
  return error.status >= 500 ? texts.failed : error.message;
}

/**
 * Runs an optimistic action: `work` sends it to the server, `takeBack` reverts the screen if the server refuses.
 * Returns whether it succeeded.
 */
export async function act(work: () => Promise<unknown>, takeBack?: () => void): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    takeBack?.();
    showToast({ text: explain(error), kind: 'bad' });
    if (!(error instanceof PracaError)) console.error(error);
    return false;
  }
}

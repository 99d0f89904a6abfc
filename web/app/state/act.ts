import { PracaError } from '@praca/client';
import { frameTexts } from '../texts/frame-texts.ts';
import { textsNow } from '../texts/language.ts';
import { showToast } from './toasts.ts';

/** What a person is told when something did not work: the server's words where it answered, else that there is no line. */
export function explain(error: unknown): string {
  const texts = textsNow(frameTexts);
  if (!(error instanceof PracaError)) return texts.failed;
  if (error.status === 0) return texts.offline;
  return error.status >= 500 ? texts.failed : error.message;
}

/**
 * For a tap that is answered at once: `work` tells the server, and `takeBack` undoes what was shown if it says no.
 * Answers whether it was done.
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

import type { ProblemError } from '../../problem.ts';
import type { ConsoleTexts } from './console-texts.ts';

/** For a person, who is told nothing of codes. */
export function explainFailure(
  shown: ProblemError,
  texts: ConsoleTexts,
): readonly [title: string, text: string] {
  if (shown.status === 404) return [texts.unknownTitle, texts.unknown];
  if (shown.status === 403) {
    return shown.detail === 'form' ? [texts.staleTitle, texts.stale] : [texts.refusedTitle, texts.refused];
  }
  if (shown.status === 429 || shown.status === 503) return [texts.busyTitle, texts.busy];
  return shown.status >= 500 ? [texts.brokenTitle, texts.broken] : [texts.invalidTitle, texts.invalid];
}

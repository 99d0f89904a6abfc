import type { Visit } from '../../../platform/console/console-page.ts';
import type { Html } from '../../../platform/http/page.ts';
import { drawHidden } from '../../../platform/pages/form-parts.page.ts';

/** In every form that is drawn again when it was refused: a field that was emptied stays empty. */
export const drawDrawn = (): Html => drawHidden('drawn', 'yes');

/** What was typed, if this form was just refused; else what is so now. */
export const typedIn =
  (visit: Visit) =>
  (name: string, present: string): string =>
    visit.given('drawn') === '' ? present : visit.given(name);

import type { Visit } from '../../../platform/console/console-page.ts';
import type { Html } from '../../../platform/http/page.ts';
import { drawHidden } from '../../../platform/pages/form-parts.page.ts';

/** Marks a form that was submitted, so that a field that was emptied stays empty when the form is shown again. */
export const drawDrawn = (): Html => drawHidden('drawn', 'yes');

/** Returns the submitted value if the form was just refused, and the current value otherwise. */
export const typedIn =
  (visit: Visit) =>
  (name: string, present: string): string =>
    visit.given('drawn') === '' ? present : visit.given(name);

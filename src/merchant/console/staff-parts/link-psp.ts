import type { Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';

/** Links to the page of a payment provider if the role may open it. */
export const linkPsp = (visit: Visit, id: number, name: string, plain = name): Html | string =>
  visit.may('GET', '/psps/:id') ? html`<a href="${visit.address(`/psps/${id}`)}">${name}</a>` : plain;

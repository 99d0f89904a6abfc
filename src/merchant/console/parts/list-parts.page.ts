import type { Visit } from '../../../platform/console/console-page.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { drawSearch } from '../../../platform/pages/form-parts.page.ts';
import type { Link } from '../../../platform/pages/link-query.ts';
import { drawChips, drawEmpty, drawPages, type Chip } from '../../../platform/pages/parts.page.ts';
import type { Period } from '../../../platform/postgres/paging.ts';
import { sharedTexts } from './shared-texts.ts';

const periods = { day: 86_400_000, week: 7 * 86_400_000, month: 30 * 86_400_000 } as const;

/** Returns the parameter if it is one of the choices. */
export const readChoice = <Choice extends string>(
  choices: readonly Choice[],
  text: string,
): Choice | undefined => choices.find((choice) => choice === text);

export const readPeriodOf = (visit: Visit): string | undefined =>
  readChoice(Object.keys(periods), visit.query('period'));

export const periodSince = (visit: Visit, period: string | undefined): Period =>
  period === undefined ? {} : { from: new Date(visit.nowMs - periods[period as keyof typeof periods]) };

export function drawPeriods(visit: Visit, link: Link, period: string | undefined): Html {
  const texts = sharedTexts[visit.language];
  return drawChoices(texts.when, link, 'period', period, [
    ['', texts.ever],
    ['day', texts.lastDay],
    ['week', texts.lastWeek],
    ['month', texts.lastMonth],
  ]);
}

/** Renders a row of filter chips. Each links to the first page of its list. */
export const drawChoices = (
  label: string,
  link: Link,
  name: string,
  chosen: string | undefined,
  choices: readonly (readonly [value: string, label: string])[],
): Html =>
  drawChips(
    label,
    choices.map(([value, text]): Chip => ({
      label: text,
      href: link({ [name]: value, before: '' }),
      isCurrent: (chosen ?? '') === value,
    })),
  );

export interface ListFilters {
  readonly chips: readonly Html[];
  readonly search?: {
    readonly label: string;
    readonly value: string;
    readonly kept: Readonly<Record<string, string | undefined>>;
  };
}

export function drawFilters(visit: Visit, path: string, { chips, search }: ListFilters): Html {
  const texts = sharedTexts[visit.language];
  return html`<div class="filters">
    ${
      search &&
      drawSearch({
        action: visit.address(path),
        label: search.label,
        button: texts.search,
        value: search.value,
        kept: Object.fromEntries(
          Object.entries(search.kept).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, value]],
          ),
        ),
      })
    }
    ${chips}
  </div>`;
}

/** Renders links to older rows, and to the newest rows on later pages. */
export const drawNewestFirst = (visit: Visit, link: Link, next: string | undefined): Html => {
  const texts = sharedTexts[visit.language];
  return drawPages({
    newest: visit.query('before') !== '' && { label: texts.newest, href: link({ before: '' }) },
    older: next !== undefined && { label: texts.older, href: link({ before: next }) },
  });
};

export const drawCsvLink = (visit: Visit, link: Link): Html =>
  html`<a class="button plain" href="${link({ format: 'csv' })}">${sharedTexts[visit.language].csv}</a>`;

/** Renders the text for an empty list. It depends on whether a filter is set. */
export function drawNothing(
  visit: Visit,
  path: string,
  isFiltered: boolean,
  yet: { readonly title: string; readonly text: string; readonly act?: Html | undefined },
): Html {
  const texts = sharedTexts[visit.language];
  return isFiltered
    ? drawEmpty(
        texts.nothingFound,
        texts.nothingFoundText,
        html`<a class="button plain" href="${visit.address(path)}">${texts.withoutFilter}</a>`,
      )
    : drawEmpty(yet.title, yet.text, yet.act);
}

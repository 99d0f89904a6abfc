import type { Period } from '../../postgres/paging.ts';
import { invalidField } from '../../problem.ts';
import { fieldWords } from '../../words/field-words.ts';

/**
 * Reads a period from the query. A period that ends before it begins is rejected, because an empty list would hide the
 * mistake.
 */
export function readPeriod({
  from,
  to,
}: {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}): Period {
  const period = {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
  if (period.from && period.to && period.from > period.to)
    throw invalidField('from', 'too_large', fieldWords.notAfterTo);
  return period;
}

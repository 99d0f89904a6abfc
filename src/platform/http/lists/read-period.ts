import type { Period } from '../../postgres/paging.ts';
import { invalidField } from '../../problem.ts';

/** As a query says it. One that ends before it begins is a slip, and an empty list would hide it. */
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
    throw invalidField('from', 'too_large', 'must not be after to');
  return period;
}

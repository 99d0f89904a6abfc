import { Readable } from 'node:stream';
import type { Download } from '../../../platform/console/console-page.ts';
import { streamCsv, type CsvValue } from '../../../platform/http/lists/csv.ts';
import type { Page } from '../../../platform/postgres/paging.ts';
import { rememberScope } from '../../../platform/postgres/replicas/request-scope.ts';

type Row<Column extends string> = Readonly<Record<Column, CsvValue>>;

/** Streams a whole list as CSV, page by page. `read` returns the page after a cursor. */
export function downloadList<Item, Column extends string>(
  name: string,
  columns: readonly Column[],
  toRow: (item: Item) => Row<Column>,
  read: (place: string | undefined) => Promise<Page<Item>>,
): Download {
  const inRequest = rememberScope();
  async function* readBatches(): AsyncGenerator<Row<Column>[]> {
    let place: string | undefined;
    do {
      const { items, next } = await inRequest(() => read(place));
      yield items.map(toRow);
      place = next;
    } while (place !== undefined);
  }
  return {
    fileName: `${name}.csv`,
    type: 'text/csv; charset=utf-8; header=present',
    content: Readable.from(streamCsv(columns, readBatches())),
  };
}

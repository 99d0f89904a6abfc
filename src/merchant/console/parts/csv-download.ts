import { Readable } from 'node:stream';
import type { Download } from '../../../platform/console/console-page.ts';
import { toCsv, type CsvValue } from '../../../platform/http/lists/csv.ts';
import type { Page } from '../../../platform/postgres/paging.ts';

type Row<Column extends string> = Readonly<Record<Column, CsvValue>>;

/** All of a list, however long, a page at a time: `read` gives the page that begins behind a place. */
export function downloadList<Item, Column extends string>(
  name: string,
  columns: readonly Column[],
  toRow: (item: Item) => Row<Column>,
  read: (place: string | undefined) => Promise<Page<Item>>,
): Download {
  async function* write(): AsyncGenerator<string> {
    yield toCsv(columns, []);
    let place: string | undefined;
    do {
      const { items, next } = await read(place);
      const text = toCsv(columns, items.map(toRow));
      // Without the mark and the header line, which were sent.
      yield text.slice(text.indexOf('\r\n') + 2);
      place = next;
    } while (place !== undefined);
  }
  return {
    fileName: `${name}.csv`,
    type: 'text/csv; charset=utf-8; header=present',
    content: Readable.from(write()),
  };
}

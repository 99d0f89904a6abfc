import { finish, openTable } from './known.ts';
import type { OutboxEntry } from './outbox-rules.ts';

type NewEntry = Omit<OutboxEntry, 'number'>;

/** Entries of this page, used instead of the table if the browser has no database. */
let spare: readonly OutboxEntry[] = [];
let lastSpare = 0;

/** Reads the table that all tabs share: a message written in one tab may be sent by another. */
export async function readEntries(): Promise<readonly OutboxEntry[]> {
  const table = openTable('outbox', 'readonly');
  return table ? finish<OutboxEntry[]>(table.getAll()) : spare;
}

export async function addEntry(entry: NewEntry): Promise<void> {
  const table = openTable('outbox', 'readwrite');
  if (table) await finish(table.add(entry));
  else spare = [...spare, { ...entry, number: ++lastSpare }];
}

export async function putEntry(entry: OutboxEntry): Promise<void> {
  const table = openTable('outbox', 'readwrite');
  if (table) await finish(table.put(entry));
  else spare = spare.map((one) => (one.number === entry.number ? entry : one));
}

export async function removeEntries(numbers: readonly number[]): Promise<void> {
  const table = openTable('outbox', 'readwrite');
  if (table) await Promise.all(numbers.map((number) => finish(table.delete(number))));
  else spare = spare.filter(({ number }) => !numbers.includes(number));
}

export function forgetSpare(): void {
  spare = [];
}

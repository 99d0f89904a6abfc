/**
 * Local database with the last known data of one user. Screens render from it at once, also offline. All of it is read
 * at the start, because reading it per screen would cause flicker.
 */
import { createStore, type Store } from './store.ts';

const tableName = 'known';
/** `outbox` has the outgoing messages. It is not read at the start but when messages are sent, because all tabs share it. */
const tables = { known: {}, outbox: { keyPath: 'number', autoIncrement: true } } as const;
const version = 2;
const databaseOf = (userId: string): string => `praca-${userId}`;

let database: IDBDatabase | undefined;
let values = new Map<string, unknown>();
interface Kept {
  take(value: unknown): void;
  reset(): void;
  change(how: (value: unknown) => unknown): void;
}
const stores = new Map<string, Kept>();
const waiting = new Map<string, unknown>();
let timer: ReturnType<typeof setTimeout> | undefined;

export const finish = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });

/** Opens the database. The app also works without one, as in the private windows of some browsers. */
export async function openKnown(userId: string): Promise<void> {
  closeKnown();
  try {
    const opening = indexedDB.open(databaseOf(userId), version);
    opening.addEventListener('upgradeneeded', () => {
      const { result } = opening;
      for (const [name, options] of Object.entries(tables))
        if (!result.objectStoreNames.contains(name)) result.createObjectStore(name, options);
    });
    const opened = await finish(opening);
    // Another tab deletes the database on sign-out.
    opened.addEventListener('versionchange', () => closeKnown());
    database = opened;
    const table = opened.transaction(tableName).objectStore(tableName);
    const [keys, found] = await Promise.all([finish(table.getAllKeys()), finish(table.getAll())]);
    values = new Map(keys.map((key, index) => [key as string, found[index] as unknown]));
    for (const [key, store] of stores) if (values.has(key)) store.take(values.get(key));
  } catch (error) {
    console.warn('nothing is kept', error);
  }
}

/** Returns an object store for immediate writes, or undefined if there is no database or no user is signed in. */
export function openTable(name: keyof typeof tables, mode: IDBTransactionMode): IDBObjectStore | undefined {
  try {
    return database?.transaction(name, mode).objectStore(name);
  } catch (error) {
    console.warn('nothing is kept', error);
    return undefined;
  }
}

/** Creates a store whose value persists across page loads and is deleted at the sign-out. */
export function keptStore<T>(key: string, initial: T): Store<T> {
  const found = values.get(key);
  const store = createStore(found === undefined ? initial : (found as T));
  let isTaking = false;
  stores.set(key, {
    take(value) {
      isTaking = true;
      store.set(value as T);
      isTaking = false;
    },
    reset() {
      isTaking = true;
      store.set(initial);
      isTaking = false;
    },
    change(how) {
      const changed = how(store.get());
      store.set(changed === undefined ? initial : (changed as T));
    },
  });
  store.watch((value) => {
    if (!isTaking) keep(key, value);
  });
  return store;
}

function keep(key: string, value: unknown): void {
  waiting.set(key, value);
  timer ??= setTimeout(writeKnown, 300);
}

export function writeKnown(): void {
  clearTimeout(timer);
  timer = undefined;
  if (!database) return;
  try {
    const transaction = database.transaction(tableName, 'readwrite');
    const table = transaction.objectStore(tableName);
    for (const [key, value] of waiting) {
      if (value === undefined) table.delete(key);
      else table.put(value, key);
    }
    // Commits at once: a page that is being closed may end before the automatic commit.
    transaction.commit();
    waiting.clear();
  } catch (error) {
    console.warn('nothing is kept', error);
  }
}

/**
 * Changes every stored value and writes the result at once. Covers values of screens that are not loaded. `how` returns
 * the same value for no change, and undefined to delete it.
 */
export function changeKnown(how: (key: string, value: unknown) => unknown): void {
  for (const [key, value] of values) {
    const changed = how(key, value);
    if (Object.is(changed, value)) continue;
    values.set(key, changed);
    if (!stores.has(key)) waiting.set(key, changed);
  }
  for (const [key, store] of stores) store.change((value) => how(key, value));
  writeKnown();
}

function closeKnown(): void {
  clearTimeout(timer);
  timer = undefined;
  waiting.clear();
  values = new Map();
  database?.close();
  database = undefined;
}

/** Deletes the stores and the database of the user. */
export async function eraseKnown(userId: string): Promise<void> {
  closeKnown();
  for (const store of stores.values()) store.reset();
  await finish(indexedDB.deleteDatabase(databaseOf(userId))).catch(() => {});
}

import { createStore, type Store } from './store.ts';

/**
 * What was known last, of one user, kept by the browser: every screen draws at once with it, and without a connection.
 * All of it is read at the start, since a screen that has to wait for it would flicker.
 */
const tableName = 'known';
/** Messages that wait to be sent: not read at the start but by whoever sends, since all tabs share them. */
const tables = { known: {}, outbox: { keyPath: 'number', autoIncrement: true } } as const;
const version = 2;
const databaseOf = (userId: string): string => `praca-${userId}`;

let database: IDBDatabase | undefined;
let values = new Map<string, unknown>();
const stores = new Map<string, { take(value: unknown): void; reset(): void }>();
const waiting = new Map<string, unknown>();
let timer: ReturnType<typeof setTimeout> | undefined;

export const finish = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
  });

/** Where the browser keeps nothing (a private window of some), the app works without. */
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
    // Another tab signs out: what is here goes, too.
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

/** For what is written at once; nothing where the browser keeps nothing, or nobody is signed in. */
export function openTable(name: keyof typeof tables, mode: IDBTransactionMode): IDBObjectStore | undefined {
  try {
    return database?.transaction(name, mode).objectStore(name);
  } catch (error) {
    console.warn('nothing is kept', error);
    return undefined;
  }
}

/** A store whose value is there again at the next start, and gone when the user signs out. */
export function keptStore<T>(key: string, initial: T): Store<T> {
  const store = createStore(values.has(key) ? (values.get(key) as T) : initial);
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
    for (const [key, value] of waiting) table.put(value, key);
    // At once: a page that is going away does not live to see its end, and would take it along.
    transaction.commit();
    waiting.clear();
  } catch (error) {
    console.warn('nothing is kept', error);
  }
}

function closeKnown(): void {
  clearTimeout(timer);
  timer = undefined;
  waiting.clear();
  values = new Map();
  database?.close();
  database = undefined;
}

/** Wholly: the stores, and the database itself, whichever user's it is. */
export async function eraseKnown(userId: string): Promise<void> {
  closeKnown();
  for (const store of stores.values()) store.reset();
  await finish(indexedDB.deleteDatabase(databaseOf(userId))).catch(() => {});
}

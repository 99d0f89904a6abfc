/** Caches up to `most` results of `make` by key. The oldest result is evicted first. */
export function keepLatest<Key, Value>(most: number, make: (key: Key) => Value): (key: Key) => Value {
  const kept = new Map<Key, Value>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const [oldest] = kept.keys();
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
    const made = make(key);
    kept.set(key, made);
    return made;
  };
}

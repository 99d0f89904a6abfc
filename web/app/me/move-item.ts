export function moveItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const moved = items.filter((_, index) => index !== from);
  const item = items[from];
  return item === undefined ? items : moved.toSpliced(to, 0, item);
}

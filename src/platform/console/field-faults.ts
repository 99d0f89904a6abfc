/** For whoever draws a field: what is wrong with what was given, and whether it has the focus. */
export interface FieldMark {
  readonly fault?: string | undefined;
  readonly autofocus?: boolean;
}

/** What was wrong with the form that was just refused, by the names of its fields. */
export interface FieldFaults {
  has(name: string): boolean;
  /** The first that is drawn of those that were refused has the focus, and no other field. */
  mark(name: string): FieldMark;
}

/** Of a form that nobody has sent yet. */
export const noFaults: FieldFaults = { has: () => false, mark: () => ({}) };

/** `isMarked` once a page has drawn one of them: what it does not show needs another place to be found. */
export function holdFaults(faults: ReadonlyMap<string, string>): FieldFaults & { isMarked(): boolean } {
  let first: string | undefined;
  return {
    has: (name) => faults.has(name),
    mark(name) {
      const fault = faults.get(name);
      if (fault !== undefined) first ??= name;
      return { fault, autofocus: fault !== undefined && first === name };
    },
    isMarked: () => first !== undefined,
  };
}

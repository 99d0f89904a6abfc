/** Fault of one field and whether the field gets the focus. */
export interface FieldMark {
  readonly fault?: string | undefined;
  readonly autofocus?: boolean;
}

/** Faults of the refused form, by field name. */
export interface FieldFaults {
  has(name: string): boolean;
  /** Returns the mark of a field. Only the first field with a fault that is rendered gets the focus. */
  mark(name: string): FieldMark;
}

/** Faults of a form that was not submitted. */
export const noFaults: FieldFaults = { has: () => false, mark: () => ({}) };

/**
 * Collects faults by field name. `isMarked` returns whether a field rendered its fault; otherwise the page must show
 * the fault elsewhere.
 */
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

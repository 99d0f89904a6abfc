/** Two users, sorted by id as in the table. */
export interface Pair {
  lowId: string;
  highId: string;
}

export const pairOf = (one: string, other: string): Pair =>
  one < other ? { lowId: one, highId: other } : { lowId: other, highId: one };

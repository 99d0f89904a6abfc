export interface PresentationItem {
  photo: string;
  description: string;
}

/** The body of each kind of text. */
export interface TextBodies {
  presentation: PresentationItem[];
  terms: string;
}
export type TextKind = keyof TextBodies;

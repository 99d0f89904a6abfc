export interface PresentationItem {
  photo: string;
  description: string;
}

export interface TextBodies {
  presentation: PresentationItem[];
  terms: string;
}
export type TextKind = keyof TextBodies;

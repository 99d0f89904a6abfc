export const fences = /^```.*?^```/gms;

/** Returns the anchors that GitHub makes from headings. */
export function anchorsOf(text: string): string[] {
  const headings = text.replaceAll(fences, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

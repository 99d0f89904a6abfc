import type { Card, WholeCard } from './people.ts';

/** Returns the id or address of the viewed photo for a report; undefined for a generated portrait. */
export function reportedPhotoOf(
  card: Pick<Card, 'image'>,
  person: Pick<WholeCard, 'photos'> | undefined,
  index: number,
): string | undefined {
  if (person && person.photos.length > 0) return person.photos[index]?.id;
  return /\/portraits\/[^/]+\.svg$/.test(card.image) ? undefined : card.image;
}

import type { Card, WholeCard } from './people.ts';

/** How a report names the photo that is looked at; a drawn portrait is nothing to report. */
export function reportedPhotoOf(
  card: Pick<Card, 'image'>,
  person: Pick<WholeCard, 'photos'> | undefined,
  index: number,
): string | undefined {
  if (person && person.photos.length > 0) return person.photos[index]?.id;
  return /\/portraits\/[^/]+\.svg$/.test(card.image) ? undefined : card.image;
}

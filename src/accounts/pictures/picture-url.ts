import type { AccountsContext } from '../accounts.context.ts';
import { colourOf, initialsFileName, initialsOf } from './initials.rules.ts';

interface PicturedUser {
  id: string;
  firstName: string;
  lastName: string;
  pictureName: string | null;
  /** Where the picture of a social user lies elsewhere. */
  pictureUrl?: string | null;
}

/** Absolute; the initials of people who have no picture. */
export function pictureUrl(context: Pick<AccountsContext, 'baseUrl'>, user: PicturedUser): string {
  if (user.pictureName !== null) return `${context.baseUrl}/images/${user.pictureName}.webp`;
  if (user.pictureUrl) return user.pictureUrl;
  const initials = initialsOf(user.firstName, user.lastName);
  return `${context.baseUrl}/images/${initialsFileName(initials, colourOf(user.id))}`;
}

import { isId } from '../../../platform/ids.ts';
import { takePage } from '../../../platform/postgres/paging.ts';
import { getCase, type Case } from '../../safety/moderation/list-cases.ts';
import { decodeCursor, encodeCursor, idPattern } from '../../access/paging/cursor.rules.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import {
  findNames,
  findPeople,
  findPersonPhotos,
  findPersonRecord,
  findPhotoImage,
  type ListedPerson,
  type PeopleQuery,
  type PersonPhoto,
  type PersonRecord,
} from './person-record.store.ts';
import { socialWords } from '../../details/social-words.rules.ts';
import { safetyWords } from '../../details/safety-words.rules.ts';

export type { ListedPerson };

const pageSize = 50;
const longestName = 100;

/** Finds people by id, e-mail address, login or the beginning of the name. */
export async function searchPeople(
  context: Pick<SocialContext, 'sql' | 'clock'>,
  text: string,
  only: PeopleQuery['only'],
  cursor: string,
): Promise<{ people: ListedPerson[]; next: string | undefined }> {
  const wanted = text.trim().slice(0, 254);
  const nothing = {
    id: null,
    email: null,
    loginId: null,
    name: null,
    only,
    after: null,
    limit: pageSize + 1,
  };
  const ask = (query: Partial<PeopleQuery>): Promise<ListedPerson[]> =>
    findPeople(context.sql, { ...nothing, ...query }, context.clock.now());
  if (isId(wanted)) return { people: await ask({ id: wanted }), next: undefined };
  if (wanted.includes('@')) {
    const found = await ask({ email: wanted });
    if (found.length > 0) return { people: found, next: undefined };
  }
  const after = readAfter(cursor);
  const known = wanted === '' || after ? [] : await ask({ loginId: wanted });
  const rows = await ask({ name: wanted === '' ? null : wanted.slice(0, longestName), after });
  const { items, next } = takePage(rows, pageSize, ({ sortName, id }) => encodeCursor([sortName, id]));
  const others = items.filter(({ id }) => !known.some((one) => one.id === id));
  return { people: [...known, ...others], next };
}

function readAfter(cursor: string): PeopleQuery['after'] {
  if (cursor === '') return null;
  const [name = '', id = ''] = decodeCursor(cursor, [/^/, idPattern]);
  return { name, id };
}

export interface PersonFile extends Case {
  readonly record: PersonRecord;
  readonly photos: readonly PersonPhoto[];
  /** Names of the reporters, by id. */
  readonly names: ReadonlyMap<string, string>;
}

/** Loads everything that staff need for a decision about a person. */
export async function getPersonFile(context: SocialContext, userId: string): Promise<PersonFile> {
  const found = await getCase(context, userId);
  const { sql, clock } = context;
  const reporters = found.reports.map(({ reporterId }) => reporterId).filter((id) => id !== null);
  const [record, photos, names] = await Promise.all([
    findPersonRecord(sql, userId, clock.now()),
    findPersonPhotos(sql, userId),
    findNames(sql, [...new Set(reporters)]),
  ]);
  if (!record) throw problem('not_found', { say: socialWords.noSuchUser });
  return { ...found, record, photos, names: new Map(names.map(({ id, name }) => [id, name])) };
}

export async function getPhotoForStaff(
  context: Pick<SocialContext, 'sql'>,
  photoId: string,
): Promise<Buffer> {
  const image = isId(photoId) ? await findPhotoImage(context.sql, photoId) : undefined;
  if (!image) throw problem('not_found', { say: safetyWords.noSuchPhoto });
  return image;
}

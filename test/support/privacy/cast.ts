import { randomBytes } from 'node:crypto';
import { newId } from '../../../src/platform/ids.ts';
import type { TestApp } from '../app.ts';
import { openPeople, type Person } from '../social-people.ts';
import { relations, type History, type Relation } from './relations.ts';

/** A person with unique texts and pictures, so that each can be found in any answer. */
export interface Member extends Person {
  readonly history: History;
  readonly relation: Relation;
  readonly title: string;
  readonly number: string;
  readonly photo: { readonly name: string; readonly id: string };
  readonly album: { readonly name: string; readonly id: string };
  /** Messages between the viewer and this person. The viewer's own list stays empty. */
  readonly written: { from: string; id: string; text: string }[];
}

export const nameOf = ({ number }: Member): string => `Nome-${number}-`;
export const aboutOf = ({ number }: Member): string => `Sobre-${number}-`;
export const placeOf = ({ number }: Member): string => `Lugar-${number}-`;
export const reasonOf = ({ number }: Member): string => `Motivo-${number}-`;
export const phoneOf = ({ number }: Member): string => `fone-${number}-:APA91b`;
export const pictureOf = ({ number }: Member): string => `Imagem-${number}-`;

/** The viewer joined after some of the others and before the rest, because a pair stores its two sides separately. */
export interface Cast {
  readonly viewer: Member;
  readonly others: readonly Member[];
}

export async function createCast(praca: TestApp): Promise<Cast> {
  const people = await openPeople(praca);
  const roles = Object.values(relations).flatMap(({ relation, history, elder, younger }) => [
    ...(elder ? [{ relation, history, isElder: true }] : []),
    ...(younger ? [{ relation, history, isElder: false }] : []),
  ]);
  const elders = roles.filter(({ isElder }) => isElder);
  const youngers = roles.filter(({ isElder }) => !isElder);
  const created = await people.create(roles.length + 1);
  const members = created.map((person, index): Member => {
    const role = index < elders.length ? elders[index] : youngers[index - elders.length - 1];
    const { relation, history } = index === elders.length || !role ? viewerRole : role;
    return {
      ...person,
      relation,
      history,
      title: `${relation} (${history}, ${index < elders.length ? 'elder' : 'younger'})`,
      number: String(index).padStart(2, '0'),
      photo: { name: randomBytes(16).toString('base64url'), id: newId() },
      album: { name: randomBytes(16).toString('base64url'), id: newId() },
      written: [],
    };
  });
  await describe(praca, members);
  const [viewer] = members.splice(elders.length, 1);
  if (!viewer) throw new Error('the viewer is missing');
  return { viewer, others: members };
}

const viewerRole = { relation: 'viewer', history: 'stranger' } as const;

/** Adds names, texts, a photo, an album and a phone. Everyone has premium, so that likes are listed. */
async function describe({ sql, clock }: TestApp, members: readonly Member[]): Promise<void> {
  const now = clock.now();
  const column = (read: (member: Member) => string): string[] => members.map(read);
  const ids = column(({ id }) => id);
  await sql`
    update social.users u set name = given.name, about = given.about, location = given.place, is_premium = true
    from unnest(${ids}::uuid[], ${column(nameOf)}::text[], ${column(aboutOf)}::text[], ${column(placeOf)}::text[])
      as given (id, name, about, place)
    where u.id = given.id`;
  for (const [position, which] of (['photo', 'album'] as const).entries()) {
    await sql`
      insert into social.photos (id, user_id, position, name, image, thumb, created_at)
      select photo_id, user_id, ${position}, name, convert_to(picture, 'UTF8'), convert_to(picture, 'UTF8'), ${now}
      from unnest(${column((member) => member[which].id)}::uuid[], ${ids}::uuid[],
                  ${column((member) => member[which].name)}::text[], ${column(pictureOf)}::text[])
        as given (photo_id, user_id, name, picture)`;
  }
  await sql`
    insert into social.devices (user_id, device_id, session_id, platform, endpoint, created_at, updated_at)
    select user_id, 'fone', session_id, 'fcm', phone, ${now}, ${now}
    from unnest(${ids}::uuid[], ${column(({ sessionId }) => sessionId)}::uuid[], ${column(phoneOf)}::text[])
      as given (user_id, session_id, phone)`;
}

/** Kinds of personal data that an answer may contain. `report` is for staff only, `picture` is the bytes. */
export const traceKinds = [
  'id',
  'name',
  'place',
  'about',
  'photo',
  'album',
  'said',
  'heard',
  'report',
  'picture',
] as const;
export type TraceKind = (typeof traceKinds)[number];

/** Returns the data of `shown` to look for. Messages between the two belong to both. */
function tracesOf(asker: Member, shown: Member): Record<TraceKind, string[]> {
  const written = [...asker.written, ...shown.written];
  const by = (id: string): string[] =>
    written.filter(({ from }) => from === id).flatMap((message) => [message.id, message.text]);
  return {
    id: [shown.id],
    name: [nameOf(shown)],
    place: [placeOf(shown)],
    about: [aboutOf(shown)],
    photo: [shown.photo.name, shown.photo.id],
    album: [shown.album.name, shown.album.id],
    said: by(shown.id),
    heard: by(asker.id),
    report: [reasonOf(shown)],
    picture: [pictureOf(shown)],
  };
}

/** Texts including decoded base64, because cursors and passes contain texts and ids. */
export interface Opened {
  readonly text: string;
  readonly hex: string;
}

export function openText(text: string): Opened {
  const packed = new Set(text.match(/[\w-]{22,}/g));
  const opened = Array.from(packed, (part) => Buffer.from(part, 'base64url'));
  return {
    text: [text, ...opened.map((bytes) => bytes.toString('latin1'))].join('\n').toLowerCase(),
    hex: opened.map((bytes) => bytes.toString('hex')).join('\n'),
  };
}

/** Returns the kinds of `shown`'s data that an answer to `asker` contains. */
export function findTraces({ text, hex }: Opened, asker: Member, shown: Member): TraceKind[] {
  const isIn = (trace: string): boolean =>
    text.includes(trace.toLowerCase()) || hex.includes(trace.replaceAll('-', ''));
  const traces = tracesOf(asker, shown);
  return traceKinds.filter((kind) => traces[kind].some(isIn));
}

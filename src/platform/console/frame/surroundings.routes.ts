import { askIfReached } from '../../postgres/ask-reached.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { Organisation } from '../organisations.ts';
import { staffKind, type Membership } from '../people/roles.rules.ts';
import type { ConsoleSession } from '../sessions/console-sessions.ts';
import { roleWords } from '../texts/role-words.ts';
import { addressIn, visiblePages, type ConsoleTable } from './console-table.ts';
import type { PlaceLink, Surroundings } from './frame.page.ts';
import type { Reader } from './reader.routes.ts';

interface Here {
  readonly membership: Membership | undefined;
  /** Organisation of the membership, if the caller has loaded it. */
  readonly place?: Organisation;
  readonly path: string;
  readonly done?: string;
}

/** Builds the content around a page: the menu of the role and the person's other organisations. */
export async function surround(
  context: ConsoleContext,
  table: ConsoleTable,
  reader: Reader,
  session: ConsoleSession,
  here: Here,
): Promise<Surroundings> {
  const { memberships } = session;
  const isMember = !here.membership || memberships.some((one) => isSamePlace(one, here.membership));
  const listed = isMember || !here.membership ? memberships : [...memberships, here.membership];
  const places = await Promise.all(listed.map((one) => linkPlace(context, reader, one, here)));
  return {
    menu: here.membership ? listMenu(table, reader, here.membership, here.path) : personalMenu(reader),
    places: places.filter((place) => place !== undefined),
    searches: listSearches(table, reader, here.membership ?? memberships[0]),
    person: session.person,
    done: here.done,
    ...(isMember ? {} : { note: reader.texts.watching }),
  };
}

const isSamePlace = (one: Membership, other: Membership | undefined): boolean =>
  one.kind === other?.kind && one.organisation === other.organisation;

async function linkPlace(
  context: ConsoleContext,
  { language, texts }: Reader,
  membership: Membership,
  { membership: current, place: known }: Here,
): Promise<PlaceLink | undefined> {
  const { kind, organisation, role } = membership;
  const isCurrent = current?.kind === kind && current.organisation === organisation;
  // A link to an organisation whose database is down is left out.
  const place =
    (isCurrent ? known : undefined) ??
    (await askIfReached(() => context.organisations.find(kind, organisation)));
  return (
    place && {
      name: kind === staffKind ? texts.staffPlace : place.name,
      role: roleWords(kind, role)[language],
      href: addressIn(membership, ''),
      isCurrent: isSamePlace(membership, current),
    }
  );
}

function listMenu(
  table: ConsoleTable,
  { language }: Reader,
  membership: Membership,
  path: string,
): Surroundings['menu'] {
  const links = visiblePages(table, membership).flatMap(({ menu, path: to }) =>
    menu === undefined
      ? []
      : [
          {
            label: menu.label[language],
            href: addressIn(membership, to),
            icon: menu.icon,
            path: to,
            section: menu.section?.[language] ?? '',
            isCurrent: to === '' ? path === '' : path === to || path.startsWith(`${to}/`),
          },
        ],
  );
  // Several services may use the same section. It appears at its first occurrence.
  return [...Map.groupBy(links, ({ section }) => section).values()].flat();
}

/** Lists the pages that find an object of the organisation, or of the person's first one on a personal page. */
const listSearches = (
  table: ConsoleTable,
  { language }: Reader,
  membership: Membership | undefined,
): Surroundings['searches'] =>
  membership === undefined
    ? []
    : visiblePages(table, membership).flatMap(({ menu, path }) =>
        menu?.search === undefined
          ? []
          : [
              {
                label: menu.label[language],
                hint: menu.search[language],
                href: addressIn(membership, path),
              },
            ],
      );

const personalMenu = ({ texts }: Reader): Surroundings['menu'] => [
  { label: texts.overview, href: '/console', icon: 'overview', path: '', section: '', isCurrent: false },
  { label: texts.myAccount, href: '/console/me', icon: 'person', path: '', section: '', isCurrent: true },
];

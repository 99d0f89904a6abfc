import type { ConsoleContext } from '../console-context.ts';
import { staffKind, type Membership } from '../people/roles.rules.ts';
import type { ConsoleSession } from '../sessions/console-sessions.ts';
import { roleWords } from '../texts/role-words.ts';
import { addressIn, visiblePages, type ConsoleTable } from './console-table.ts';
import type { PlaceLink, Surroundings } from './frame.page.ts';
import type { Reader } from './reader.routes.ts';

/** What stands around a page: the menu of this role, and the other organisations of the person. */
export async function surround(
  context: ConsoleContext,
  table: ConsoleTable,
  reader: Reader,
  session: ConsoleSession,
  here: { readonly membership: Membership | undefined; readonly path: string; readonly done?: string },
): Promise<Surroundings> {
  const { memberships } = session;
  const isMember = !here.membership || memberships.some((one) => isSamePlace(one, here.membership));
  const listed = isMember || !here.membership ? memberships : [...memberships, here.membership];
  const places = await Promise.all(listed.map((one) => linkPlace(context, reader, one, here)));
  return {
    menu: here.membership ? listMenu(table, reader, here.membership, here.path) : personalMenu(reader),
    places: places.filter((place) => place !== undefined),
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
  { membership: current }: { readonly membership: Membership | undefined },
): Promise<PlaceLink | undefined> {
  const { kind, organisation, role } = membership;
  const place = await context.organisations.find(kind, organisation);
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
            section: menu.section?.[language] ?? '',
            isCurrent: to === '' ? path === '' : path === to || path.startsWith(`${to}/`),
          },
        ],
  );
  // Services that do not know each other may have a section in common: it stands where the first of them has it.
  return [...Map.groupBy(links, ({ section }) => section).values()].flat();
}

const personalMenu = ({ texts }: Reader): Surroundings['menu'] => [
  { label: texts.overview, href: '/console', icon: 'overview', section: '', isCurrent: false },
  { label: texts.myAccount, href: '/console/me', icon: 'person', section: '', isCurrent: true },
];

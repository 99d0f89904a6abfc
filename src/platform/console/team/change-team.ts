import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { Organisation } from '../organisations.ts';
import { deleteMembership, lockMembers, updateRole, type LockedMember } from '../people/membership.store.ts';
import { isRoleOf, leadingRole } from '../people/roles.rules.ts';

/** Why a team stays as it is. */
export type TeamFault = 'gone' | 'bad_role' | 'last_leader';

/** Somebody always has the leading role: also where two people take it from each other at the same moment. */
const wouldBeHeadless = (members: readonly LockedMember[], without: string, kind: string): boolean =>
  !members.some(({ person_id: id, role }) => id !== without && role === leadingRole(kind));

/** Changing to the role that they have already changes nothing, and is no fault: a second click. */
export async function changeRole(
  context: Pick<ConsoleContext, 'sql'>,
  place: Organisation,
  personId: string,
  role: string,
  recorded: (tx: Tx, member: LockedMember) => Promise<void>,
): Promise<TeamFault | undefined> {
  if (!isRoleOf(place.kind, role)) return 'bad_role';
  return transaction(context.sql, async (tx): Promise<TeamFault | undefined> => {
    const members = await lockMembers(tx, place.kind, place.id);
    const member = members.find(({ person_id: id }) => id === personId);
    if (!member) return 'gone';
    if (member.role === role) return undefined;
    if (role !== leadingRole(place.kind) && wouldBeHeadless(members, personId, place.kind))
      return 'last_leader';
    await updateRole(tx, personId, place.kind, place.id, role);
    await recorded(tx, member);
    return undefined;
  });
}

/** They are out with their next request: whether somebody belongs somewhere is asked each time. */
export async function removeMember(
  context: Pick<ConsoleContext, 'sql'>,
  place: Organisation,
  personId: string,
  recorded: (tx: Tx, member: LockedMember) => Promise<void>,
): Promise<TeamFault | undefined> {
  return transaction(context.sql, async (tx): Promise<TeamFault | undefined> => {
    const members = await lockMembers(tx, place.kind, place.id);
    const member = members.find(({ person_id: id }) => id === personId);
    if (!member) return 'gone';
    if (wouldBeHeadless(members, personId, place.kind)) return 'last_leader';
    await deleteMembership(tx, personId, place.kind, place.id);
    await recorded(tx, member);
    return undefined;
  });
}

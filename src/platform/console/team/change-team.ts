import type { Tx } from '../../postgres/client/database.ts';
import { transaction } from '../../postgres/client/transaction.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { Organisation } from '../organisations.ts';
import { deleteMembership, lockMembers, updateRole, type LockedMember } from '../people/membership.store.ts';
import { isRoleOf, leadingRole } from '../people/roles.rules.ts';

/** Reason why a change of the team was refused. */
export type TeamFault = 'gone' | 'bad_role' | 'last_leader';

/** Every team keeps at least one member with the leading role, also if two members remove each other at once. */
const wouldBeHeadless = (members: readonly LockedMember[], without: string, kind: string): boolean =>
  !members.some(({ person_id: id, role }) => id !== without && role === leadingRole(kind));

/** Changes a role. Setting the current role again changes nothing and is no fault, because of double clicks. */
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

/** Removes a member. Memberships are read with each request, so access ends at once. */
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

import { recordAct, type Act } from '../../../platform/console/audit/record-act.ts';
import { staffKind } from '../../../platform/console/people/roles.rules.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import type { StaffIdentity } from './staff-token.ts';

/** A member of staff at an API route, with the audit log of the request. */
export interface StaffVisit extends StaffIdentity {
  /** Records the act of the route in the transaction of the act. */
  record(tx: Tx, subject: string, detail?: Act['detail']): Promise<void>;
  /** Marks that the request changed nothing, because it repeats an earlier one. */
  changeNothing(): void;
  /** True if the request was recorded or changed nothing. */
  readonly isAccountedFor: boolean;
}

/** `act` is the name in the audit log. A route without one only reads. */
export function beginStaffVisit(
  context: Pick<SocialContext, 'clock'>,
  staff: StaffIdentity,
  act: string | undefined,
  address: string,
): StaffVisit {
  let isAccountedFor = act === undefined;
  return {
    ...staff,
    async record(tx, subject, detail = {}) {
      const { staffId: id, name, email } = staff;
      const place = { kind: staffKind, organisation: '' };
      await recordAct(tx, context, {
        actor: { id, name, email },
        place,
        act: act ?? '',
        subject,
        detail,
        address,
      });
      isAccountedFor = true;
    },
    changeNothing() {
      isAccountedFor = true;
    },
    get isAccountedFor() {
      return isAccountedFor;
    },
  };
}

export interface StaffRequest {
  readonly socialStaff: StaffVisit | undefined;
}

export function staffVisitOf({ socialStaff }: StaffRequest): StaffVisit {
  if (!socialStaff) throw problem('unauthorized');
  return socialStaff;
}

import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import { takeMailAllowance, type Judgement } from '../attempts/limit-attempts.ts';
import { describeDevice, programOf, type DeviceKind } from '../../platform/identity/device-kind.ts';
import type { Visitor } from '../audit/visitor.ts';
import { sayTime } from '../mails/mail-times.ts';
import { sendNotice } from '../mails/send-notice.ts';
import type { User } from '../users/find-user.ts';

/**
 * Whether the owner has not seen this before: another device, or another network. A browser that brings no token is
 * another device; of other programs, which may keep none, the name at a known network says enough.
 */
function isNew({ device, isKnownNetwork, programs }: Judgement, kind: DeviceKind): boolean {
  if (!isKnownNetwork) return true;
  if (device) return false;
  const program = programOf(kind);
  return program === undefined || !programs.includes(program);
}

/**
 * Tells the owner of the account. Not of the first sign-in after the sign-up, of which they know; and of no more in an
 * hour than other mails that somebody else can cause: the first ones say enough, and the audit record has them all.
 */
export async function tellOfSignIn(
  tx: Tx,
  context: AccountsContext,
  user: User,
  { judgement, kind, visitor }: { judgement: Judgement; kind: DeviceKind; visitor: Visitor },
): Promise<void> {
  if (user.firstSignedInAt === null || !isNew(judgement, kind)) return;
  if (!(await takeMailAllowance(tx, context, 'sign-in', user.id))) return;
  sendNotice(tx, context, user, 'signed_in_anew', {
    when: sayTime(context.clock.now(), user.language),
    device: describeDevice(kind, user.language),
    network: visitor.address,
  });
}

import type { Tx } from '../../platform/postgres/client/database.ts';
import type { AccountsContext } from '../accounts.context.ts';
import type { Attempt } from '../attempts/attempt-keys.ts';
import type { IssuedDevice } from '../attempts/device-token.ts';
import { rememberDevice } from '../attempts/known-devices.ts';
import { recordSuccess, type Judgement } from '../attempts/limit-attempts.ts';
import { describeDevice, deviceKindOf, programOf } from '../../platform/identity/device-kind.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Visitor } from '../audit/visitor.ts';
import { takeBackErasure } from '../erasure/take-back-erasure.ts';
import { createSession, type Authentication, type IssuedSession } from '../sessions/create-session.ts';
import type { User } from '../users/find-user.ts';
import { setFirstSignedIn } from './sign-in.store.ts';
import { tellOfSignIn } from './tell-of-sign-in.ts';

export interface SignedIn {
  user: User;
  session: IssuedSession;
  device: IssuedDevice;
}

export interface Entry {
  attempt: Attempt;
  judgement: Judgement;
  visitor: Visitor;
  authentication: Authentication;
}

/** The last step of every way to sign in. */
export async function admit(tx: Tx, context: AccountsContext, user: User, entry: Entry): Promise<SignedIn> {
  const { attempt, judgement, visitor, authentication } = entry;
  takeBackErasure(tx, context, user, visitor);
  const kind = deviceKindOf(visitor.userAgent);
  await tellOfSignIn(tx, context, user, { judgement, kind, visitor });
  if (user.firstSignedInAt === null) setFirstSignedIn(tx, user.id, context.clock.now());
  const program = programOf(kind);
  if (!judgement.isSettled || (program !== undefined && !judgement.programs.includes(program))) {
    recordSuccess(tx, context, { ...attempt, userId: user.id }, { device: judgement.device, program });
  }
  const device = rememberDevice(tx, context, {
    userId: user.id,
    description: describeDevice(kind, user.language),
    carried: attempt.devices ?? [],
    known: judgement.device,
  });
  const session = createSession(tx, context, user.id, visitor, authentication);
  const detail = authentication.oneTimePasswordHash ? { one_time_password: true } : {};
  recordAudit(tx, context, { event: 'signed_in', userId: user.id, visitor, detail });
  return { user, session, device };
}

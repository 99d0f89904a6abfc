import {
  describeDevice,
  deviceKindOf,
  programOf,
  type DeviceKind,
} from '../../../platform/identity/device-kind.ts';
import { newId } from '../../../platform/ids.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { transaction } from '../../../platform/postgres/client/transaction.ts';
import type { ProblemError } from '../../../platform/problem.ts';
import type { AccountsContext } from '../../accounts.context.ts';
import { accountsProblems as problem } from '../../accounts.problems.ts';
import {
  type Attempt,
  judgeAttempt,
  type Judgement,
  recordFailure,
  recordSuccess,
  tooManyAttempts,
} from '../../protection/attempts/limit-attempts.ts';
import { type IssuedDevice, rememberDevice } from '../../protection/attempts/known-devices.ts';
import { recordAudit } from '../../protection/audit/record-audit.ts';
import type { Visitor } from '../../protection/audit/visitor.ts';
import {
  isOneTimePassword,
  useOneTimePassword,
  readGivenPassword,
  type Rehashes,
} from '../../credentials/passwords/passwords.ts';
import { queueRecovery } from '../recovery/mail-recovery.ts';
import { checkTotp } from '../../credentials/totp/check-totp.ts';
import { findUserByEmailKey, lockUser, type User, hasTotp } from '../../users/find-user.ts';
import { createSession, type Authentication, type IssuedSession } from '../../sessions/create-session.ts';
import { sayTime, sendNotice, takeMailAllowance } from '../../users/mails/send-mail.ts';
import { readEmail, type EmailAddress } from '../../../platform/identity/read-email.ts';
import { failInSteps } from '../../../platform/time/fail-in-steps.ts';
import { setFirstSignedIn, clearEraseAt } from './sign-in.store.ts';

interface SignInInput {
  user_email?: string | undefined;
  user_password?: string | undefined;
  totp?: string | undefined;
}

export interface SignInContext extends AccountsContext {
  readonly rehashes: Rehashes;
}

export interface SignedIn {
  user: User;
  session: IssuedSession;
  device: IssuedDevice;
}

type Outcome = SignedIn | ProblemError;

export async function signIn(
  context: SignInContext,
  input: SignInInput,
  visitor: Visitor,
  devices: readonly string[] = [],
): Promise<SignedIn> {
  const email = readEmail(input.user_email);
  const password = readGivenPassword(input.user_password, 'user_password');
  return failInSteps(() => tryPassword(context, { email, password, totp: input.totp, visitor, devices }));
}

interface Given {
  email: EmailAddress;
  password: string;
  totp: string | undefined;
  visitor: Visitor;
  devices: readonly string[];
}

async function tryPassword(context: SignInContext, given: Given): Promise<SignedIn> {
  const { email, password, totp, visitor, devices } = given;
  const user = await findUserByEmailKey(context.sql, email.key, context.clock.now());
  // Exactly one verification in every case (unknown user, no password, old hash, throttled, right), so that all take
  // the same time.
  const isPassword = await context.hasher.verify(user?.passwordHash, password);
  const isOneTime = isOneTimePassword(context, user, password);
  const attempt: Attempt = {
    kind: 'sign-in',
    target: email.key,
    address: visitor.address,
    userId: user?.id ?? null,
    devices,
  };
  const admitted = isPassword || isOneTime ? user : undefined;
  const outcome = await transaction(context.sql, (tx) =>
    decide(tx, context, { attempt, admitted, visitor, totp, isPassword }),
  );
  if (!('user' in outcome)) throw outcome;
  if (isPassword) context.rehashes.begin(outcome.user, password);
  return outcome;
}

interface Case {
  attempt: Attempt;
  /** The user, if the password was right; otherwise undefined. */
  admitted: User | undefined;
  visitor: Visitor;
  totp: string | undefined;
  /** False if the one-time password was given. */
  isPassword: boolean;
}

/** Returns a refusal instead of throwing it, because the failure must be committed. */
async function decide(tx: Tx, context: AccountsContext, given: Case): Promise<Outcome> {
  const { admitted, visitor } = given;
  // Runs the same statements for known and unknown addresses and for right and wrong passwords.
  const [{ user, needsTotp }, judgement] = await Promise.all([
    lockCandidate(tx, context, given.attempt.userId ?? newId(context.clock.nowMs())),
    judgeAttempt(tx, context, given.attempt, admitted !== undefined),
  ]);
  // The account may just have been erased or be due for it. An audit entry for it could not be stored.
  const attempt = { ...given.attempt, userId: user?.id ?? null };
  const refuse = async (refusal: ProblemError, counts: boolean): Promise<ProblemError> => {
    await recordFailure(tx, context, attempt, judgement, counts);
    const detail = { reason: refusal.code };
    recordAudit(tx, context, { event: 'sign_in_failed', userId: attempt.userId, visitor, detail });
    return refusal;
  };
  if (judgement.waitMs > 0) return refuse(tooManyAttempts(judgement.waitMs), false);
  if (!admitted || !user) return refuse(problem('invalid_credentials'), true);
  // The password was verified before the lock. If it was changed since, the old one must not sign in.
  if (user.passwordChangedAt?.getTime() !== admitted.passwordChangedAt?.getTime()) {
    return refuse(problem('invalid_credentials'), false);
  }
  if (context.settings.CONFIRM_ADDRESS && user.emailConfirmedAt === null) {
    // The link that sets a new password confirms the address as well.
    queueRecovery(tx, context, attempt.target, visitor);
    return refuse(problem('verification_required'), false);
  }
  if (needsTotp) {
    if (given.totp === undefined || given.totp === '') return refuse(problem('totp_required'), false);
    const refusal = await checkTotp(tx, context, user.id, given.totp, visitor);
    if (refusal) return refuse(problem(refusal), false);
  }
  const oneTimeHash = given.isPassword ? null : admitted.oneTimePasswordHash;
  if (oneTimeHash && !(await useOneTimePassword(tx, user.id, oneTimeHash))) {
    return refuse(problem('invalid_credentials'), true);
  }
  const first = oneTimeHash ? 'otp' : 'pwd';
  const amr = needsTotp ? [...new Set([first, 'otp', 'mfa'])] : [first];
  const authentication = { amr, oneTimePasswordHash: oneTimeHash };
  return admit(tx, context, user, { attempt, judgement, visitor, authentication });
}

/**
 * Locks the user and returns whether a code of an authenticator app is required. The second statement runs after the
 * first has its lock, so it sees changes committed meanwhile.
 */
export async function lockCandidate(
  tx: Tx,
  { clock }: Pick<AccountsContext, 'clock'>,
  userId: string,
): Promise<{ user: User | undefined; needsTotp: boolean }> {
  const [user, needsTotp] = await Promise.all([lockUser(tx, userId, clock.now()), hasTotp(tx, userId)]);
  return { user, needsTotp };
}

interface Entry {
  attempt: Attempt;
  judgement: Judgement;
  visitor: Visitor;
  authentication: Authentication;
}

export async function admit(tx: Tx, context: AccountsContext, user: User, entry: Entry): Promise<SignedIn> {
  const { attempt, judgement, visitor, authentication } = entry;
  cancelErasure(tx, context, user, visitor);
  const kind = deviceKindOf(visitor.userAgent);
  await notifyOfSignIn(tx, context, user, { judgement, kind, visitor });
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

/**
 * Returns true if the device or the network is new, so the owner should be notified. A browser without a device token
 * counts as a new device. Other programs may keep no token, so their name at a known network is enough.
 */
function isNew({ device, isKnownNetwork, programs }: Judgement, kind: DeviceKind): boolean {
  if (!isKnownNetwork) return true;
  if (device) return false;
  const program = programOf(kind);
  return program === undefined || !programs.includes(program);
}

/**
 * Mails a notice to the owner of the account, except after their first sign-in. Limited like all mails that strangers
 * can cause; the audit has every sign-in.
 */
async function notifyOfSignIn(
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

/**
 * Cancels a scheduled erasure, since the user has signed in before its day. The owner is notified because the sign-in
 * may be an attacker's.
 */
export function cancelErasure(
  tx: Tx,
  context: Pick<AccountsContext, 'clock' | 'sealer'>,
  user: User,
  visitor: Visitor,
): void {
  if (user.eraseAt === null) return;
  clearEraseAt(tx, user.id);
  recordAudit(tx, context, { event: 'erasure_taken_back', userId: user.id, visitor });
  sendNotice(tx, context, user, 'erasure_taken_back', {});
}

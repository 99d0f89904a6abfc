import type { FastifyReply } from 'fastify';
import { ProblemError } from '../../../platform/problem.ts';
import { decodeOnce } from '../../../platform/tokens/one-spelling.ts';
import { signIn, type SignedIn } from '../../entry/sign-in/sign-in.ts';
import { describeProblem } from '../../pages/document/problem-messages.ts';
import { changePassword } from '../../profile/me/change-password.ts';
import { readDeviceTokens } from '../../protection/attempts/known-devices.ts';
import { findSession } from '../../sessions/find-session.ts';
import { FlowEnded } from './flow-ended.ts';
import { finishSignIn, type Flow } from './flow.routes.ts';
import { sendNewPassword, sendSecondFactor, sendSignIn } from './sign-in.page.ts';

interface Given {
  email: string;
  password: string;
}

/** Time to enter a code. The form carries the proven password sealed, so that it appears in no page. */
const proofMs = 5 * 60_000;
const purposeOf = ({ paths }: Flow): string => `second factor of ${paths.enter}`;

function sealProof(flow: Flow, given: Given): string {
  const { sealer, clock } = flow.context;
  const text = JSON.stringify({ ...given, until: clock.nowMs() + proofMs });
  return sealer.seal(text, purposeOf(flow)).toString('base64url');
}

function openProof(flow: Flow, proof: string): Given | undefined {
  const { sealer, clock } = flow.context;
  const sealed = decodeOnce(proof, 'base64url');
  try {
    const { until, ...given } = JSON.parse(
      sealer.open(sealed ?? Buffer.alloc(0), purposeOf(flow)),
    ) as Given & {
      until: number;
    };
    return until >= clock.nowMs() ? given : undefined;
  } catch {
    return undefined;
  }
}

/** Signs in with address and password, and then with the second factor if there is one. */
export async function enter(flow: Flow): Promise<FastifyReply> {
  const { fields, say } = flow;
  const proof = fields('proof');
  const given =
    proof === '' ? { email: fields('email'), password: fields('password') } : openProof(flow, proof);
  if (!given) return sendSignIn(flow, { email: '', fault: say('signInAgain'), status: 401 });
  return signInWith(flow, given, fields('totp'));
}

export async function signInWith(flow: Flow, given: Given, totp: string): Promise<FastifyReply> {
  const { context, request, visitor, language } = flow;
  const devices = readDeviceTokens(request.headers, context);
  let signedIn: SignedIn;
  try {
    const input = { user_email: given.email, user_password: given.password, totp };
    signedIn = await signIn(context, input, visitor, devices);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (error.code === 'totp_required') return sendSecondFactor(flow, sealProof(flow, given));
    const fault = describeProblem(error, language);
    if (error.code.startsWith('totp_')) return sendSecondFactor(flow, sealProof(flow, given), fault);
    const status = error.code === 'invalid_input' ? 401 : error.status;
    flow.reply.headers(error.headers);
    return sendSignIn(flow, { email: given.email, fault, status });
  }
  const { session, device } = signedIn;
  flow.reply.header('set-cookie', [session.cookie, device.cookie]);
  const begun = await findSession(context, session.token);
  if (begun?.mustChangePassword) return sendNewPassword(flow);
  return finishSignIn(flow, session.token);
}

/** Replaces a one-time password. */
export async function setPassword(flow: Flow): Promise<FastifyReply> {
  const { context, request, visitor, fields, session, language } = flow;
  if (!session?.mustChangePassword) throw new FlowEnded();
  const devices = readDeviceTokens(request.headers, context);
  try {
    const input = { new_password: fields('password') };
    const changed = await changePassword(context, session, input, visitor, devices);
    flow.reply.header('set-cookie', [changed.session.cookie, changed.device.cookie]);
    return await finishSignIn({ ...flow, session: undefined }, changed.session.token);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return sendNewPassword(flow, describeProblem(error, language));
  }
}

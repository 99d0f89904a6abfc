import type { FastifyRequest } from 'fastify';
import { problem } from '../../problem.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ActingVisit } from '../console-page.ts';
import { noFaults } from '../field-faults.ts';
import { allows, staffKind, type Grant, type Membership, type Role } from '../people/roles.rules.ts';
import { recordAct } from '../audit/record-act.ts';
import type { Organisation } from '../organisations.ts';
import type { ConsoleSession } from '../sessions/console-sessions.ts';
import { addressIn, mayUse, type ConsoleTable } from './console-table.ts';
import { fieldsOf, type Reader } from './reader.routes.ts';

/** Thrown to redirect the person to another page first, such as the sign-in. */
export class Leave extends Error {
  readonly to: string;
  /** A form was submitted and not processed. */
  readonly isFormLost: boolean;
  constructor(to: string, isFormLost = false) {
    super(to);
    this.to = to;
    this.isFormLost = isFormLost;
  }
}

/**
 * Returns the session if the sign-in is complete. Otherwise redirects to the missing step and back afterwards. A
 * submitted form leads back to the page of the form.
 */
export function requireSession(reader: Reader, request: FastifyRequest): ConsoleSession {
  const session = requireProven(reader, request);
  requireOwnPassword(session, request.url);
  return session;
}

/** A person with a temporary password can only open the page that replaces it. */
export function requireOwnPassword(session: ConsoleSession, to: string): void {
  if (session.hasTemporaryPassword) throw new Leave(`/console/change-password?to=${encodeURIComponent(to)}`);
}

/** Returns the session after password and second factor. The password may be temporary. */
export function requireProven(reader: Reader, request: FastifyRequest): ConsoleSession {
  const { session } = reader;
  const to = encodeURIComponent(request.url);
  if (!session) throw new Leave(`/console/sign-in?to=${to}`, request.method === 'POST');
  if (session.stage === 'set-up') throw new Leave(`/console/second-factor/set-up?to=${to}`);
  if (session.stage === 'check') throw new Leave(`/console/second-factor?to=${to}`);
  return session;
}

/** Returns a viewer's membership for staff who may see organisations of this kind. */
function watch(
  { organisations }: ConsoleContext,
  { memberships }: ConsoleSession,
  kind: string,
  organisation: string,
): Membership | undefined {
  const watchedBy: readonly Role[] =
    organisations.sources.find((source) => source.kind === kind)?.watchedBy ?? [];
  const isWatcher = memberships.some((one) => one.kind === staffKind && watchedBy.includes(one.role));
  return isWatcher ? { kind, organisation, role: 'viewer' } : undefined;
}

/** Returns the organisation in the address. */
export const organisationOf = (kind: string, request: FastifyRequest): string =>
  kind === staffKind ? '' : fieldsOf(request.params)('organisation');

/**
 * Admits a person to an organisation if they belong to it and their role is granted the route. Organisations of others
 * get the same answer as missing ones, so that their existence stays hidden.
 */
export function admit(
  context: ConsoleContext,
  table: ConsoleTable,
  request: FastifyRequest,
  reader: Reader,
  session: ConsoleSession,
  route: {
    readonly kind: string;
    readonly place: Organisation | undefined;
    readonly grant: Grant;
    readonly act?: string;
  },
): { visit: ActingVisit; membership: Membership; isRecorded: () => boolean } {
  const organisation = organisationOf(route.kind, request);
  const own = session.memberships.find(
    (candidate) => candidate.kind === route.kind && candidate.organisation === organisation,
  );
  const membership = own ?? watch(context, session, route.kind, organisation);
  const { place } = route;
  if (!membership || !place) throw problem('not_found');
  const isOnlySeen = own === undefined && route.act !== undefined;
  if (isOnlySeen || !allows(route.grant, membership)) throw problem('forbidden');
  const { person } = session;
  let recorded = false;
  const visit: ActingVisit = {
    person,
    place: route.kind === staffKind ? { ...place, name: reader.texts.staffPlace } : place,
    role: membership.role,
    language: reader.language,
    nowMs: reader.nowMs,
    parameters: fieldsOf(request.params),
    query: fieldsOf(request.query),
    formToken: reader.formToken,
    given: () => '',
    faults: noFaults,
    from: reader.visitor.address,
    file: () => undefined,
    address: (path) => addressIn(membership, path),
    may: (method, path) => mayUse(table, membership, method, path),
    say: (words) => words[reader.language],
    async record(tx, { subject, detail, place: elsewhere }) {
      await recordAct(tx, context, {
        actor: person,
        place: elsewhere ?? { kind: membership.kind, organisation: membership.organisation },
        act: route.act ?? '',
        subject,
        ...(detail ? { detail } : {}),
        address: reader.visitor.address,
      });
      recorded = true;
    },
  };
  return { visit, membership, isRecorded: () => recorded };
}

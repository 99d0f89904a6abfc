import { html, type Html } from '../../http/page.ts';
import { drawField, drawForm, drawHidden, drawSelect } from '../../pages/form-parts.page.ts';
import { fill } from '../../pages/fill-text.ts';
import {
  drawBadge,
  drawDialogue,
  drawDialogueClose,
  drawEmpty,
  drawNotice,
  drawTable,
} from '../../pages/parts.page.ts';
import { drawTime } from '../../pages/times.page.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { View, Visit } from '../console-page.ts';
import { listInvitations, type InvitationRow } from '../invitations/invitation.store.ts';
import type { Organisation } from '../organisations.ts';
import { listMembers, type MemberRow } from '../people/membership.store.ts';
import { rolesOf } from '../people/roles.rules.ts';
import { consoleTexts, type ConsoleTexts } from '../texts/console-texts.ts';
import { roleHints, roleWords } from '../texts/role-words.ts';

/** A team, as its own members or staff see it. In both cases the acts are under `base`. */
export interface TeamScene {
  readonly place: Organisation;
  /** Path of the team's page, without the organisation of the visit. */
  readonly base: string;
  /** Path as declared in the table, such as `/organisations/:kind/:id`. */
  readonly declared: string;
}

/** Fault and submitted values of the refused form. */
export interface TeamRefusal {
  readonly fault: string;
  readonly email?: string;
  readonly role?: string;
}

export async function showTeam(
  context: ConsoleContext,
  visit: Visit,
  scene: TeamScene,
  refusal?: TeamRefusal,
): Promise<View> {
  const texts = consoleTexts[visit.language];
  const { place } = scene;
  const members = await listMembers(context.sql, place.kind, place.id);
  const invitations = await listInvitations(context.sql, place.kind, place.id);
  const mayChange = visit.may('POST', `${scene.declared}/invite`);
  return {
    title: scene.base === '/team' ? texts.team : place.name,
    lead: texts.teamLead,
    ...(refusal ? { status: 409 } : {}),
    body: html`${refusal && drawNotice(sayFault(refusal.fault, texts), 'bad')}
    ${mayChange && drawInvite(visit, scene, texts, refusal)}
    ${drawMembers(visit, scene, texts, members, mayChange)}
    ${(invitations.length > 0 || mayChange) && html`<h2>${texts.invitations}</h2>`}
    ${(invitations.length > 0 || mayChange) && drawInvitations(visit, scene, texts, invitations, mayChange)}
    ${drawRoles(visit, scene, texts)}`,
  };
}

function sayFault(fault: string, texts: ConsoleTexts): string {
  const said: Record<string, string> = {
    bad_email: texts.faultEmail,
    bad_role: texts.faultRole,
    is_member: texts.faultMember,
    is_invited: texts.faultInvited,
    too_many: texts.faultTooMany,
    gone: texts.faultGone,
    last_leader: texts.faultLastLeader,
  };
  return said[fault] ?? texts.broken;
}

const choicesOf = (visit: Visit, kind: string) =>
  rolesOf(kind).map((role) => ({ value: role, label: visit.say(roleWords(kind, role)) }));

function drawInvite(
  visit: Visit,
  { place, base }: TeamScene,
  texts: ConsoleTexts,
  refusal?: TeamRefusal,
): Html {
  return html`<section class="card" aria-labelledby="invite-title">
    <h2 id="invite-title">${texts.invite}</h2>
    ${drawForm({
      action: visit.address(`${base}/invite`),
      token: visit.formToken,
      layout: 'line',
      fields: html`${drawField({
          name: 'email',
          label: texts.email,
          type: 'email',
          value: refusal?.email ?? '',
        })}
        ${drawSelect({
          name: 'role',
          label: texts.role,
          choices: choicesOf(visit, place.kind),
          chosen: refusal?.role ?? 'viewer',
        })} <button type="submit">${texts.sendInvitation}</button>`,
    })}
  </section>`;
}

const drawAddress = (email: string): Html => html`<span class="address">${email}</span>`;

function drawMembers(
  visit: Visit,
  scene: TeamScene,
  texts: ConsoleTexts,
  members: readonly MemberRow[],
  mayChange: boolean,
): Html {
  return drawTable({
    caption: texts.members,
    columns: [
      { label: texts.name, kind: 'name' },
      { label: texts.email, kind: 'name' },
      { label: texts.role },
      { label: texts.secondFactor },
      { label: texts.since },
      ...(mayChange ? [{ label: texts.acts, kind: 'acts' } as const] : []),
    ],
    rows: members.map((member) => [
      html`<span
        >${member.name}${member.person_id === visit.person.id && html` ${drawBadge(texts.you)}`}</span
      >`,
      drawAddress(member.email),
      mayChange
        ? drawRoleForm(visit, scene, texts, member)
        : visit.say(roleWords(scene.place.kind, member.role)),
      member.has_factor ? drawBadge(texts.factorOn, 'good') : drawBadge(texts.factorOff, 'warn'),
      drawTime(member.created_at, visit.language, visit.nowMs),
      ...(mayChange ? [drawRemoval(visit, scene, texts, member)] : []),
    ]),
    empty: drawEmpty(texts.noMembers, texts.noMembersText),
  });
}

const drawRoleForm = (
  visit: Visit,
  { place, base }: TeamScene,
  texts: ConsoleTexts,
  member: MemberRow,
): Html =>
  html`<form method="post" action="${visit.address(`${base}/role`)}" class="row">
    <input type="hidden" name="form_token" value="${visit.formToken}" />
    ${drawHidden('person', member.person_id)}
    ${drawSelect({
      name: 'role',
      id: `role-${member.person_id}`,
      label: fill(texts.roleOf, { name: member.name }),
      hideLabel: true,
      choices: choicesOf(visit, place.kind),
      chosen: member.role,
    })}
    <button type="submit" class="plain slim">${texts.change}</button>
  </form>`;

function drawRemoval(visit: Visit, { place, base }: TeamScene, texts: ConsoleTexts, member: MemberRow): Html {
  const id = `remove-${member.person_id}`;
  return drawDialogue({
    id,
    opener: texts.remove,
    openerClass: 'plain slim',
    title: fill(texts.removeTitle, { name: member.name }),
    body: html`<p class="wrap">${fill(texts.removeText, { name: member.name, organisation: place.name })}</p>
      <div class="row">
        ${drawDialogueClose(id, texts.cancel)}
        <form method="post" action="${visit.address(`${base}/remove`)}">
          <input type="hidden" name="form_token" value="${visit.formToken}" />
          ${drawHidden('person', member.person_id)}
          <button type="submit" class="danger">${texts.remove}</button>
        </form>
      </div>`,
  });
}

function drawInvitations(
  visit: Visit,
  { place, base }: TeamScene,
  texts: ConsoleTexts,
  invitations: readonly InvitationRow[],
  mayChange: boolean,
): Html {
  const act = (invitation: InvitationRow, path: string, label: string): Html =>
    html`<form method="post" action="${visit.address(`${base}${path}`)}">
      <input type="hidden" name="form_token" value="${visit.formToken}" />
      ${drawHidden('invitation', invitation.id)}
      <button type="submit" class="plain slim" aria-label="${label}: ${invitation.email}">${label}</button>
    </form>`;
  return drawTable({
    caption: texts.invitations,
    columns: [
      { label: texts.email, kind: 'name' },
      { label: texts.role },
      { label: texts.sent },
      { label: texts.state },
      ...(mayChange ? [{ label: texts.acts, kind: 'acts' } as const] : []),
    ],
    rows: invitations.map((invitation) => [
      drawAddress(invitation.email),
      visit.say(roleWords(place.kind, invitation.role)),
      drawTime(invitation.sent_at, visit.language, visit.nowMs),
      invitation.expires_at.getTime() > visit.nowMs
        ? drawBadge(texts.waiting)
        : drawBadge(texts.expired, 'warn'),
      ...(mayChange
        ? [html`${act(invitation, '/resend', texts.resend)} ${act(invitation, '/withdraw', texts.withdraw)}`]
        : []),
    ]),
    empty: html`<p class="soft">${texts.noInvitations}</p>`,
  });
}

const drawRoles = (visit: Visit, { place }: TeamScene, texts: ConsoleTexts): Html =>
  html`<details>
    <summary>${texts.whatRolesMean}</summary>
    <dl class="facts">
      ${rolesOf(place.kind).map(
        (role) =>
          html`<dt>${visit.say(roleWords(place.kind, role))}</dt>
            <dd>${visit.say(roleHints(place.kind, role))}</dd>`,
      )}
    </dl>
  </details>`;

import { isId } from '../../ids.ts';
import { problem } from '../../problem.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ActingVisit, ActResult, ConsoleAct, ConsolePage, Fields, Visit } from '../console-page.ts';
import { invite, resendInvitation, withdrawInvitation } from '../invitations/invite.ts';
import { everyRole, staffKind, type Grant } from '../people/roles.rules.ts';
import { actWords } from '../texts/act-words.ts';
import { menuWords, organisationSection } from '../texts/menu-words.ts';
import { changeRole, removeMember } from './change-team.ts';
import { showTeam, type TeamRefusal, type TeamScene } from './team.page.ts';

type FindScene = (visit: Visit) => Promise<TeamScene>;

/** Finds the reader's own team. Only its leading role may change it. */
const ownTeam: FindScene = async ({ place }) => ({ place, base: '/team', declared: '/team' });

const outside = '/organisations/:kind/:id';

/** Finds the team of another organisation, for staff. */
const otherTeam =
  (context: ConsoleContext): FindScene =>
  async ({ parameters }) => {
    const [kind, id] = [parameters('kind'), parameters('id')];
    const place = kind === staffKind ? undefined : await context.organisations.find(kind, id);
    if (!place) throw problem('not_found');
    return { place, base: `/organisations/${kind}/${encodeURIComponent(id)}`, declared: outside };
  };

export const teamPages = (context: ConsoleContext): readonly ConsolePage[] => [
  {
    path: '/team',
    grant: everyRole,
    menu: { ...menuWords.team, icon: 'people', section: organisationSection },
    show: async (visit) => showTeam(context, visit, await ownTeam(visit)),
  },
  {
    path: outside,
    grant: { staff: ['admin', 'support', 'viewer'] },
    show: async (visit) => showTeam(context, visit, await otherTeam(context)(visit)),
  },
];

export const teamActs = (context: ConsoleContext): readonly ConsoleAct[] => [
  ...actsOf(context, '/team', { staff: ['admin'], members: ['owner'] }, ownTeam),
  ...actsOf(context, outside, { staff: ['admin'] }, otherTeam(context)),
];

function actsOf(
  context: ConsoleContext,
  declared: string,
  grant: Grant,
  findScene: FindScene,
): readonly ConsoleAct[] {
  const act = (
    path: string,
    name: keyof typeof actWords,
    perform: (visit: ActingVisit, scene: TeamScene, fields: Fields) => Promise<TeamRefusal | undefined>,
  ): ConsoleAct => ({
    path: `${declared}${path}`,
    grant,
    fresh: true,
    name,
    label: actWords[name],
    page: declared,
    async perform(visit, fields): Promise<ActResult> {
      const scene = await findScene(visit);
      let isDone = false;
      const recording: ActingVisit = {
        ...visit,
        async record(tx, what) {
          await visit.record(tx, what);
          isDone = true;
        },
      };
      const refusal = await perform(recording, scene, fields);
      if (refusal) return { view: await showTeam(context, visit, scene, refusal) };
      // The person had this role already.
      return { to: scene.base, isRepeated: !isDone };
    },
  });
  const placeOf = ({ place }: TeamScene) => ({ kind: place.kind, organisation: place.id });
  const refuse = (fault: string | undefined): TeamRefusal | undefined =>
    fault === undefined ? undefined : { fault };
  return [
    act('/invite', 'member.invited', async (visit, scene, fields) => {
      const given = { email: fields('email'), role: fields('role') };
      const inviter = { ...visit.person, language: visit.language };
      const fault = await invite(context, scene.place, inviter, given, (tx, { email, role }) =>
        visit.record(tx, { subject: email, detail: { role }, place: placeOf(scene) }),
      );
      return fault === undefined ? undefined : { fault, ...given };
    }),
    act('/resend', 'invitation.resent', async (visit, scene, fields) => {
      const id = fields('invitation');
      const inviter = { ...visit.person, language: visit.language };
      if (!isId(id)) return { fault: 'gone' };
      return refuse(
        await resendInvitation(context, scene.place, inviter, id, (tx, { email }) =>
          visit.record(tx, { subject: email, place: placeOf(scene) }),
        ),
      );
    }),
    act('/withdraw', 'invitation.withdrawn', async (visit, scene, fields) => {
      const id = fields('invitation');
      if (!isId(id)) return { fault: 'gone' };
      return refuse(
        await withdrawInvitation(context, scene.place, id, (tx, { email }) =>
          visit.record(tx, { subject: email, place: placeOf(scene) }),
        ),
      );
    }),
    act('/role', 'member.role_changed', async (visit, scene, fields) => {
      const [id, role] = [fields('person'), fields('role')];
      if (!isId(id)) return { fault: 'gone' };
      return refuse(
        await changeRole(context, scene.place, id, role, (tx, member) =>
          visit.record(tx, {
            subject: member.email,
            detail: { before: member.role, after: role },
            place: placeOf(scene),
          }),
        ),
      );
    }),
    act('/remove', 'member.removed', async (visit, scene, fields) => {
      const id = fields('person');
      if (!isId(id)) return { fault: 'gone' };
      return refuse(
        await removeMember(context, scene.place, id, (tx, { email, role }) =>
          visit.record(tx, { subject: email, detail: { role }, place: placeOf(scene) }),
        ),
      );
    }),
  ];
}

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MultipartBody } from '../http/bodies/multipart.ts';
import type { App } from '../http/server.ts';
import { leadToFormPage } from '../pages/form-address.routes.ts';
import { ProblemError } from '../problem.ts';
import type { ConsoleContext } from './console-context.ts';
import type {
  ActingVisit,
  ActResult,
  ConsoleAct,
  ConsolePage,
  Download,
  Fields,
  TaskCounts,
} from './console-page.ts';
import { explainRefusal, listFaults } from './explain-refusal.ts';
import { holdFaults } from './field-faults.ts';
import { staffKind, type Membership } from './people/roles.rules.ts';
import { listGiven, stepUp } from './sign-in/step-up.routes.ts';
import { admit, Leave, organisationOf, requireSession } from './frame/admit.routes.ts';
import { addressIn, listConsoleRoutes, type ConsoleTable } from './frame/console-table.ts';
import { sendFrame, type Surroundings } from './frame/frame.page.ts';
import { fieldsOf, hearDone, meetReader, readOwnForm, flashDone } from './frame/reader.routes.ts';
import { surround } from './frame/surroundings.routes.ts';
import { countTasks } from './tasks/read-tasks.ts';

const hidden = { schema: { hide: true } } as const;

/** Registers every page and act of the table for each kind of organisation in its grant. */
export function tableRoutes(app: App, context: ConsoleContext, table: ConsoleTable): void {
  const kinds = [staffKind, ...context.organisations.sources.map(({ kind }) => kind)];
  for (const { method, kind, path, url } of listConsoleRoutes(table, kinds)) {
    if (method === 'GET') {
      const page = table.pages.find((candidate) => candidate.path === path && isOf(candidate, kind));
      if (page)
        app.get(url, hidden, (request, reply) => showPage(context, table, page, kind, request, reply));
    } else {
      const act = table.acts.find((candidate) => candidate.path === path && isOf(candidate, kind));
      if (!act) continue;
      const limit = act.mostBytes === undefined ? {} : { bodyLimit: act.mostBytes };
      app.post(url, { ...hidden, ...limit }, (request, reply) =>
        performAct(context, table, act, kind, request, reply),
      );
      if (table.pages.some((page) => page.path === path && isOf(page, kind))) continue;
      leadToFormPage(app, url, (request) => addressOfPage(kind, act.page, request));
    }
  }
}

const addressOfPage = (kind: string, path: string, request: FastifyRequest): string =>
  addressIn(
    { kind, organisation: organisationOf(kind, request) },
    path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(fieldsOf(request.params)(name))),
  );

const isOf = ({ grant }: ConsolePage | ConsoleAct, kind: string): boolean =>
  kind === staffKind
    ? grant.staff !== undefined
    : grant.members !== undefined && (grant.kind ?? kind) === kind;

/**
 * Loads the reader and the organisation in parallel. A reader without a session is redirected to the sign-in first,
 * whether or not the organisation exists.
 */
async function meetAt(context: ConsoleContext, kind: string, request: FastifyRequest, reply: FastifyReply) {
  const finding = context.organisations.find(kind, organisationOf(kind, request));
  finding.catch(() => {});
  const reader = await meetReader(context, request, reply);
  const session = requireSession(reader, request);
  return { reader, session, place: await finding };
}

async function showPage(
  context: ConsoleContext,
  table: ConsoleTable,
  page: ConsolePage,
  kind: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { reader, session, place } = await meetAt(context, kind, request, reply);
  const { visit, membership } = admit(context, table, request, reader, session, {
    kind,
    place,
    grant: page.grant,
  });
  if (page.fresh === true && !session.isFresh) {
    throw new Leave(`/console/second-factor?to=${encodeURIComponent(request.url)}`);
  }
  const told = hearDone(context, request, reply);
  const done = table.acts.find(({ name }) => name === told)?.label[reader.language];
  const [view, around, counts] = await Promise.all([
    page.show(visit),
    surround(context, table, reader, session, {
      membership,
      place: visit.place,
      path: page.path,
      ...(done === undefined ? {} : { done }),
    }),
    countForMenu(table, page.path, membership),
  ]);
  if ('fileName' in view) return sendDownload(reply, view);
  return sendFrame(reply, reader, view, { ...around, counts: view.counts ?? counts });
}

/** Time in milliseconds that a page waits for the numbers in its menu. A slow database must not hold up all pages. */
const menuWaitMs = 300;

/** Counts the tasks for the menu of staff. Returns undefined if the page reads them itself, or if it takes too long. */
function countForMenu(
  table: ConsoleTable,
  path: string,
  membership: Membership,
): Promise<TaskCounts | undefined> {
  if (membership.kind !== staffKind || path === '') return Promise.resolve(undefined);
  return Promise.race([countTasks(table.tasks, membership), sleep(menuWaitMs, undefined, { ref: false })]);
}

async function performAct(
  context: ConsoleContext,
  table: ConsoleTable,
  act: ConsoleAct,
  kind: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { reader, session, place } = await meetAt(context, kind, request, reply);
  const { visit, membership, isRecorded } = admit(context, table, request, reader, session, {
    kind,
    place,
    grant: act.grant,
    act: act.name,
  });
  // Parsed only now, because its sender is admitted.
  const parts = request.body instanceof MultipartBody ? await request.body.read() : undefined;
  if (parts) request.body = parts.fields;
  const fields = readOwnForm(reader, request);
  if (act.fresh && !(await stepUp(context, reader, session, request, reply))) return reply;
  const names = [...Object.keys(request.body ?? {}), ...(parts?.files.keys() ?? [])];
  const sent = { ...visit, file: (name: string) => parts?.files.get(name) };
  const result = await performOrExplain(table, act, kind, sent, fields, names);
  if ('view' in result) {
    const [around, counts] = await Promise.all([
      surround(context, table, reader, session, { membership, path: act.page }),
      countForMenu(table, act.page, membership),
    ]);
    const told = result.told && { ...result.told, given: listGiven(request.body) };
    return sendFrame(
      reply,
      reader,
      { status: 400, ...result.view },
      { ...around, counts: result.view.counts ?? counts, ...told },
    );
  }
  assert(isRecorded() || result.isRepeated === true, `${act.name} was done without a line in the record`);
  const to = visit.address(result.to);
  return reply.redirect(`${to}${to.includes('?') ? '&' : '?'}${flashDone(context, reply, act.name)}`, 303);
}

const downloadName = /^[\w.-]+$/;

function sendDownload(
  reply: FastifyReply,
  { fileName, type, content, isShown = false }: Download,
): FastifyReply {
  if (!downloadName.test(fileName)) throw new TypeError(`a file called ${fileName}`);
  return reply
    .header('content-disposition', `${isShown ? 'inline' : 'attachment'}; filename="${fileName}"`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .type(type)
    .send(content);
}

/**
 * Performs an act. If the operation refuses, shows the page of the form again with the reason and the submitted values.
 */
async function performOrExplain(
  table: ConsoleTable,
  act: ConsoleAct,
  kind: string,
  visit: ActingVisit,
  fields: Fields,
  names: readonly string[],
): Promise<ActResult & { readonly told?: Pick<Surroundings, 'refusal' | 'isRefusalFocused'> }> {
  try {
    return await act.perform(visit, fields);
  } catch (error) {
    if (!(error instanceof ProblemError) || !isRefusal(table, error)) throw error;
    const page = table.pages.find((candidate) => candidate.path === act.page && isOf(candidate, kind));
    const faults = holdFaults(listFaults(table, visit.language, error, names, act.inputs));
    const view = await page?.show({ ...visit, given: fields, faults });
    if (!view || 'fileName' in view) throw error;
    const refusal = explainRefusal(table, visit.language, error);
    return { view, told: { refusal, isRefusalFocused: !faults.isMarked() } };
  }
}

/** Also treats 404 and 503 as refusals if the service has a message for the code. */
const isRefusal = ({ refusals }: ConsoleTable, { status, code }: ProblemError): boolean =>
  (status >= 400 && status < 500 && ![401, 403, 404].includes(status)) ||
  ([404, 503].includes(status) && code !== 'not_found' && refusals.has(code));

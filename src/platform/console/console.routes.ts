import type { FastifyReply, FastifyRequest } from 'fastify';
import { addFormParser } from '../http/body-parsers.ts';
import { logFailure, toProblem } from '../http/errors.ts';
import { addMultipartParser } from '../http/bodies/multipart.ts';
import { html } from '../http/page.ts';
import type { App } from '../http/server.ts';
import { webFileRoutes } from '../pages/web-file.routes.ts';
import { problem, type ProblemError } from '../problem.ts';
import { auditPage } from './audit-pages/audit.page.ts';
import type { ConsoleContext } from './console-context.ts';
import type { ConsoleAct, ConsolePage, ConsolePart } from './console-page.ts';
import { Leave } from './frame/admit.routes.ts';
import type { ConsoleTable } from './frame/console-table.ts';
import { chartScript, script, sendGate } from './frame/frame.page.ts';
import { overviewPage } from './frame/overview.page.ts';
import { partsRoutes } from './frame/parts.routes.ts';
import { lostForm, meetReader, flashDone } from './frame/reader.routes.ts';
import { healthPage } from './health/health.page.ts';
import { jobsPage, retryJobAct } from './health/jobs.page.ts';
import { jobTasks } from './health/job-tasks.page.ts';
import { invitationRoutes } from './invitations/invitation.routes.ts';
import { meRoutes } from './me/me.routes.ts';
import { concerns, staffKind } from './people/roles.rules.ts';
import { recoveryRoutes } from './recovery/recovery.routes.ts';
import { temporaryPasswordRoutes } from './recovery/temporary-password.routes.ts';
import { confirmCodesRoutes } from './sign-in/confirm-codes.routes.ts';
import { setUpRoutes } from './sign-in/set-up.routes.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import { tableRoutes } from './table.routes.ts';
import { organisationPages } from './team/organisations.page.ts';
import { teamActs, teamPages } from './team/team-pages.ts';
import type { ConsoleTexts } from './texts/console-texts.ts';

/**
 * Builds the table of all pages and acts, in the order of the menu. The frame's own pages surround those of the
 * services.
 */
export function buildConsoleTable(context: ConsoleContext, parts: readonly ConsolePart[]): ConsoleTable {
  const brought = parts.flatMap(({ pages }) => pages);
  const refusals = new Map(parts.flatMap((part) => Object.entries(part.refusals ?? {})));
  const fields = new Map(parts.flatMap((part) => Object.entries(part.fields ?? {})));
  const tellings = Map.groupBy(
    parts.flatMap((part) => Object.entries(part.tellings ?? {})),
    ([name]) => name,
  );
  const table: ConsoleTable & { readonly pages: ConsolePage[]; readonly acts: ConsoleAct[] } = {
    pages: [],
    acts: [],
    refusals,
    fields,
    tasks: [...parts.flatMap(({ tasks }) => tasks ?? []), ...jobTasks(context)],
    tellings: new Map([...tellings].map(([name, those]) => [name, those.map(([, telling]) => telling)])),
  };
  table.acts.push(...parts.flatMap(({ acts }) => acts), retryJobAct(context), ...teamActs(context));
  const kinds = [staffKind, ...context.organisations.sources.map(({ kind }) => kind)];
  const plain = kinds.filter(
    (kind) => !brought.some(({ path, grant }) => path === '' && concerns(grant, kind)),
  );
  table.pages.push(
    ...plain.map((kind) =>
      overviewPage(
        kind,
        () => table,
        parts.flatMap(({ overview }) => overview ?? []),
      ),
    ),
    ...brought,
    jobsPage(context),
    healthPage(context),
    ...organisationPages(context),
    ...teamPages(context),
    auditPage(context, () => table),
  );
  return table;
}

export async function consoleRoutes(app: App, context: ConsoleContext, table: ConsoleTable): Promise<void> {
  webFileRoutes(app, [script, chartScript]);
  await app.register(
    async (scope: App) => {
      addFormParser(scope);
      addMultipartParser(scope);
      scope.setErrorHandler((error, request, reply) => answerFailure(context, error, request, reply));
      scope.setNotFoundHandler((request, reply) =>
        answerFailure(context, problem('not_found'), request, reply),
      );
      signInRoutes(scope, context);
      setUpRoutes(scope, context);
      invitationRoutes(scope, context);
      recoveryRoutes(scope, context);
      temporaryPasswordRoutes(scope, context);
      confirmCodesRoutes(scope, context);
      meRoutes(scope, context, table);
      if (context.settings.CONSOLE_LOOK_AROUND) partsRoutes(scope, context);
      tableRoutes(scope, context, table);
    },
    { prefix: '/console' },
  );
}

/** Renders an error as a page with an explanation. Unexpected errors also show a number for support. */
async function answerFailure(
  context: ConsoleContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (error instanceof Leave) {
    const told = error.isFormLost ? `&${flashDone(context, reply, lostForm)}` : '';
    return reply.redirect(error.to + told, 303);
  }
  const shown = toProblem(error);
  logFailure(error, shown, request);
  const reader = await meetReader(context, request, reply).catch(() => undefined);
  // If the database is down, the session and language are unknown, so the answer is plain text.
  if (!reader) return reply.code(shown.status).headers(shown.headers).type('text/plain').send(shown.title);
  const [title, text] = explain(shown, reader.texts);
  if (reader.isArriving && (shown.status === 403 || shown.status === 404)) {
    return reply.redirect('/console', 303);
  }
  return sendGate(
    reply.headers(shown.headers),
    { ...reader, inLanguage: (language) => `/console?lang=${language}` },
    {
      title,
      status: shown.status,
      body: html`<p>${text}</p>
        ${shown.status >= 500 && html`<p class="wrap"><code>${request.id}</code></p>`}
        <p><a class="button plain" href="/console">${reader.texts.toConsole}</a></p>`,
    },
  );
}

function explain(shown: ProblemError, texts: ConsoleTexts): readonly [title: string, text: string] {
  if (shown.status === 404) return [texts.unknownTitle, texts.unknown];
  if (shown.status === 403) {
    return 'form' in shown.members ? [texts.staleTitle, texts.stale] : [texts.refusedTitle, texts.refused];
  }
  if (shown.status === 429 || shown.status === 503) return [texts.busyTitle, texts.busy];
  return shown.status >= 500 ? [texts.brokenTitle, texts.broken] : [texts.invalidTitle, texts.invalid];
}

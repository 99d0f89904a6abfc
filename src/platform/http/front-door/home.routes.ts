import type { ProblemDefinition } from '../../problem.ts';
import { html, sendPage, type Html } from '../page.ts';
import type { App } from '../server.ts';

export interface HomeSection {
  title: string;
  description: string;
  prefix: string;
  home: Html | undefined;
}

export interface HomeOptions {
  environment: string;
  sections: readonly HomeSection[];
  mailbox: boolean;
  problems: Record<string, ProblemDefinition>;
}

/** What runs here, and what every error code means. */
export function homeRoutes(app: App, options: HomeOptions): void {
  app.get('/', { schema: { hide: true } }, (_request, reply) =>
    sendPage(reply, {
      title: 'Praça',
      body: html`<main>
        <h1>Praça</h1>
        <p class="soft">This is a ${options.environment} environment.</p>
        <p>
          <a href="/console">Console</a> ·
          <a href="/docs">API reference</a>${options.mailbox ? html` · <a href="/mailbox">Mailbox</a>` : ''} ·
          <a href="/problems">Error codes</a>
        </p>
        ${options.sections.map(
          (section) =>
            html`<section class="card">
              <h2>${section.title}</h2>
              <p>${section.description}</p>
              <p>
                Base address <code>${section.prefix}</code> ·
                <a href="${section.prefix}/openapi.json">OpenAPI document</a>
              </p>
              ${section.home}
            </section>`,
        )}
      </main>`,
    }),
  );

  app.get('/problems', { schema: { hide: true } }, (_request, reply) =>
    sendPage(reply, {
      title: 'Error codes',
      body: html`<main>
        <p><a href="/">Praça</a></p>
        <h1>Error codes</h1>
        <table>
          <thead>
            <tr>
              <th scope="col">Code</th>
              <th scope="col">Status</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            ${Object.entries(options.problems)
              .toSorted(([a], [b]) => (a < b ? -1 : 1))
              .map(
                ([code, definition]) =>
                  html`<tr id="${code}">
                    <td><code>${code}</code></td>
                    <td>${definition.status}</td>
                    <td>${definition.title}</td>
                  </tr>`,
              )}
          </tbody>
        </table>
      </main>`,
    }),
  );
}

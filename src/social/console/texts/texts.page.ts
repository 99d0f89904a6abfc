import type { ConsoleAct, ConsolePage, Fields, View, Visit } from '../../../platform/console/console-page.ts';
import { languageNames, languages, type Language } from '../../../platform/http/language.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { requireBody } from '../../../platform/http/validation.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { drawField, drawForm, drawHidden, drawTextArea } from '../../../platform/pages/form-parts.page.ts';
import { drawEmpty, drawTable } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { listVersions, publishText, type TextVersion } from '../../publishing/presentation/publish-text.ts';
import type { PresentationItem, TextKind } from '../../publishing/presentation/texts.rules.ts';
import { textBodies } from '../../publishing/presentation/texts.schemas.ts';
import type { SocialContext } from '../../social.context.ts';
import { socialProblems as problem } from '../../social.problems.ts';
import { words } from '../words/common-words.ts';
import { moderators, readers } from '../words/social-roles.ts';
import { drawDrawn } from '../words/typed-fields.page.ts';
import { compareLines, shortenSame, type ComparedLine } from './compare-lines.rules.ts';
import { kindOfText, textActs, textTexts as texts } from './text-texts.ts';

const kinds = ['terms', 'presentation'] as const;
const mostPages = 20;
/** Number of empty pages that the form adds to the existing ones. */
const sparePages = 2;

const pathOf = (kind: TextKind): string => `/social/texts/${kind}/:id`;

const nameText = ({ say }: Visit, kind: TextKind, language: Language): string =>
  `${say(kindOfText[kind])}, ${languageNames[language]}`;

/** Names a text of the audit record, which stores it as `terms pt`. */
function nameRecordedText(subject: string, visit: Visit): string {
  const [kind, language] = subject.split(' ');
  const found = [kinds.find((one) => one === kind), languages.find((one) => one === language)] as const;
  return found[0] && found[1] ? nameText(visit, found[0], found[1]) : subject;
}

export const textPages = (context: SocialContext): readonly ConsolePage[] => [
  {
    path: '/social/texts',
    grant: readers,
    menu: { label: texts.texts, hint: texts.textsHint, icon: 'record', section: words.section },
    show: (visit) => showTexts(context, visit),
  },
  ...kinds.map((kind) => ({
    path: pathOf(kind),
    grant: readers,
    show: (visit: Visit) => showText(context, visit, kind),
  })),
];

async function showTexts(context: SocialContext, visit: Visit): Promise<View> {
  const { say } = visit;
  const rows = await Promise.all(
    kinds.flatMap((kind) =>
      languages.map(async (language) => {
        const [latest] = await listVersions(context, kind, language);
        return [
          html`<a href="${visit.address(`/social/texts/${kind}/${language}`)}"
            >${nameText(visit, kind, language)}</a
          >`,
          latest ? String(latest.version) : '–',
          latest ? drawTime(latest.published_at, visit.language, visit.nowMs) : say(texts.never),
        ];
      }),
    ),
  );
  return {
    title: say(texts.texts),
    lead: `${say(texts.textsHint)} ${say(texts.fallback)}`,
    body: drawTable({
      caption: say(texts.texts),
      columns: [
        { label: say(texts.text), kind: 'name' },
        { label: say(texts.version), kind: 'number' },
        { label: say(texts.published) },
      ],
      rows,
      empty: html``,
    }),
  };
}

function languageOf(visit: Visit): Language {
  const language = languages.find((known) => known === visit.parameters('id'));
  if (language === undefined) throw problem('not_found');
  return language;
}

/** Formats the pages of a presentation as lines, for comparison and display. */
const asLines = (body: TextVersion['body'] | undefined): string =>
  body === undefined
    ? ''
    : typeof body === 'string'
      ? body
      : body.map(({ photo, description }) => `${description}\n[${photo}]`).join('\n\n');

async function showText(context: SocialContext, visit: Visit, kind: TextKind): Promise<View> {
  const language = languageOf(visit);
  const versions = await listVersions(context, kind, language);
  const { say } = visit;
  const [latest] = versions;
  const mayPublish = visit.may('POST', `${pathOf(kind)}/publish`);
  return {
    title: `${say(kindOfText[kind])}, ${languageNames[language]}`,
    body: html`${mayPublish && drawEditor(visit, kind, language, latest)}
      <h2>${say(texts.versions)}</h2>
      ${drawTable({
        caption: say(texts.versions),
        columns: [
          { label: say(texts.version) },
          { label: say(texts.published) },
          { label: say(texts.text), kind: 'name' },
        ],
        rows: versions.map((version, at) => [
          String(version.version),
          drawTime(version.published_at, visit.language, visit.nowMs),
          html`<details ${at === 0 && !mayPublish && html`open`}>
            <summary>${say(texts.show)}</summary>
            <p class="wrap written">${asLines(version.body)}</p>
          </details>`,
        ]),
        empty: html`<p class="soft">${say(texts.never)}</p>`,
      })}`,
  };
}

function drawEditor(visit: Visit, kind: TextKind, language: Language, latest: TextVersion | undefined): Html {
  const { say } = visit;
  return html`<section class="card">
    <h2>${say(texts.newVersion)}</h2>
    ${drawForm({
      action: visit.address(`/social/texts/${kind}/${language}/compare`),
      token: visit.formToken,
      layout: 'wide',
      fields: html`${drawDrawn()}
        ${
          kind === 'terms'
            ? drawTextArea({
                name: 'body',
                label: say(kindOfText.terms),
                hint: say(texts.newVersionHint),
                value: visit.given('drawn') === '' ? asLines(latest?.body) : visit.given('body'),
                rows: 18,
                maxLength: 500_000,
                ...visit.faults.mark('body'),
              })
            : drawPages(visit, (latest?.body ?? []) as PresentationItem[])
        }
        <div class="row"><button type="submit">${say(texts.compare)}</button></div>`,
    })}
  </section>`;
}

function drawPages(visit: Visit, present: readonly PresentationItem[]): Html {
  const { say } = visit;
  const typed = visit.given('drawn') === '' ? present : readPages(visit.given);
  const count = Math.min(mostPages, typed.length + sparePages);
  return html`<p class="soft">${say(texts.pagesHint)} ${say(texts.newVersionHint)}</p>
    ${Array.from(
      { length: count },
      (_, at) =>
        html`<fieldset class="fields">
          <legend class="label">${fill(say(texts.page), { number: at + 1 })}</legend>
          ${drawField({ name: `photo_${at}`, label: say(texts.photo), value: typed[at]?.photo ?? '', maxLength: 2000, required: false, ...visit.faults.mark(`photo_${at}`) })}
          ${drawTextArea({ name: `description_${at}`, label: say(texts.description), value: typed[at]?.description ?? '', rows: 2, required: false, ...visit.faults.mark(`description_${at}`) })}
        </fieldset>`,
    )}`;
}

const readPages = (fields: Fields): PresentationItem[] =>
  Array.from({ length: mostPages }, (_, at) => ({
    photo: fields(`photo_${at}`).trim(),
    description: fields(`description_${at}`).trim(),
  })).filter(({ photo, description }) => photo !== '' || description !== '');

/** Builds the body of the API from the form. */
const readBody = (kind: TextKind, fields: Fields) =>
  kind === 'terms'
    ? requireBody(textBodies.terms, fields('body').replaceAll('\r\n', '\n').trim())
    : requireBody(textBodies.presentation, readPages(fields));

async function compare(context: SocialContext, visit: Visit, kind: TextKind, fields: Fields): Promise<View> {
  const language = languageOf(visit);
  const { say } = visit;
  const body = readBody(kind, fields);
  const [latest] = await listVersions(context, kind, language);
  const lines = compareLines(asLines(latest?.body), asLines(body));
  const count = (change: ComparedLine['change']): number =>
    lines.filter((line) => line.change === change).length;
  const hidden =
    typeof body === 'string'
      ? drawHidden('body', body)
      : body.map(
          ({ photo, description }, at) =>
            html`${drawHidden(`photo_${at}`, photo)}${drawHidden(`description_${at}`, description)}`,
        );
  const isSame = count('new') + count('gone') === 0;
  const version = (latest?.version ?? 0) + 1;
  const back = visit.address(`/social/texts/${kind}/${language}`);
  return {
    title: `${say(texts.changes)}: ${say(kindOfText[kind])}, ${languageNames[language]}`,
    status: 200,
    ...(isSame ? {} : { lead: fill(say(texts.changesLead), { added: count('new'), gone: count('gone') }) }),
    body: isSame
      ? drawEmpty(
          say(texts.nothing),
          say(texts.nothingText),
          html`<a class="button plain" href="${back}">${say(texts.back)}</a>`,
        )
      : html`${drawCompared(lines)}
        ${drawForm({
          action: visit.address(`/social/texts/${kind}/${language}/publish`),
          token: visit.formToken,
          layout: 'wide',
          fields: html`${drawDrawn()} ${drawHidden('after', String(latest?.version ?? 0))} ${hidden}
            <div class="row">
              <button type="submit">${fill(say(texts.publish), { version })}</button>
              <button type="submit" class="plain" formaction="${back}/edit">${say(texts.back)}</button>
            </div>`,
        })}`,
  };
}

const drawCompared = (lines: readonly ComparedLine[]): Html =>
  html`<div class="card compared">
    ${shortenSame(lines).map((line) => {
      if (line === null) return html`<p class="soft">⋯</p>`;
      if (line.change === 'new') return html`<p><ins>${line.text === '' ? ' ' : line.text}</ins></p>`;
      if (line.change === 'gone') return html`<p><del>${line.text === '' ? ' ' : line.text}</del></p>`;
      return html`<p>${line.text}</p>`;
    })}
  </div>`;

/** Names of the form's fields, by the name of the API's field. */
const pageInputs: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: mostPages }, (_, at) =>
    ['photo', 'description'].map((name) => [`${at}.${name}`, `${name}_${at}`]),
  ).flat(),
);

export const textActsOf = (context: SocialContext): readonly ConsoleAct[] =>
  kinds.flatMap((kind): ConsoleAct[] => {
    const common = { grant: moderators, fresh: false, page: pathOf(kind), inputs: pageInputs } as const;
    return [
      {
        ...common,
        path: `${pathOf(kind)}/compare`,
        name: 'text.compared',
        label: textActs['text.compared'],
        isQuestion: true,
        perform: async (visit, fields) => ({ view: await compare(context, visit, kind, fields) }),
      },
      {
        // Returns from the comparison to the form with its input.
        ...common,
        path: `${pathOf(kind)}/edit`,
        name: 'text.compared',
        label: textActs['text.compared'],
        isQuestion: true,
        perform: async (visit, fields) => ({
          view: { ...(await showText(context, { ...visit, given: fields }, kind)), status: 200 },
        }),
      },
      {
        ...common,
        path: `${pathOf(kind)}/publish`,
        name: 'text.published',
        label: textActs['text.published'],
        nameSubject: nameRecordedText,
        async perform(visit, fields) {
          const language = languageOf(visit);
          let isDone = false;
          const after = Number(fields('after') || '0');
          if (!Number.isSafeInteger(after)) throw problem('text_changed');
          const recorded = async (tx: Parameters<typeof visit.record>[0], { version }: TextVersion) => {
            await visit.record(tx, { subject: `${kind} ${language}`, detail: { version } });
            isDone = true;
          };
          const body = readBody(kind, fields);
          const text = { kind, language, body };
          await publishText(context, text, visit.person.id, { after, recorded });
          return { to: `/social/texts/${kind}/${language}`, isRepeated: !isDone };
        },
      },
    ];
  });

import { Readable } from 'node:stream';
import type { ConsolePage, View, Visit } from '../../../platform/console/console-page.ts';
import { languageNames } from '../../../platform/http/language.ts';
import { html, type Html } from '../../../platform/http/page.ts';
import { fill } from '../../../platform/pages/fill-text.ts';
import { drawForm, drawHidden } from '../../../platform/pages/form-parts.page.ts';
import { drawCopyable, drawFacts, drawNotice, drawPictures } from '../../../platform/pages/parts.page.ts';
import { drawTime } from '../../../platform/pages/times.page.ts';
import { getReportedPhoto } from '../../safety/reports/list-reports.ts';
import type { SocialContext } from '../../social.context.ts';
import { words } from '../words/common-words.ts';
import { formatDay } from '../words/format-day.ts';
import { readers } from '../words/social-roles.ts';
import { decisionWords } from './decision-texts.ts';
import { getPersonFile, getPhotoForStaff, type PersonFile } from './find-people.ts';
import { peopleTexts as texts } from './people-texts.ts';
import { drawDecisions, drawPhotoRemoval, languageOf } from './person-dialogues.page.ts';
import { drawPersonStates, isErased } from './person-states.page.ts';
import { drawPersonStory } from './person-story.page.ts';

export const personPath = '/social/people/:id';

export const personPages = (context: SocialContext): readonly ConsolePage[] => [
  {
    path: personPath,
    grant: readers,
    show: (visit) => showPerson(context, visit),
  },
  {
    path: '/social/photos/:id',
    grant: readers,
    show: async ({ parameters }) => pictureOf('photo', await getPhotoForStaff(context, parameters('id'))),
  },
  {
    path: '/social/reports/:id/photo',
    grant: readers,
    show: async ({ parameters }) => pictureOf('report', await getReportedPhoto(context, parameters('id'))),
  },
];

const pictureOf = (name: string, image: Buffer) => ({
  fileName: `${name}.webp`,
  type: 'image/webp',
  content: Readable.from([image]),
  isShown: true,
});

export async function showPerson(context: SocialContext, visit: Visit, notice?: string): Promise<View> {
  const file = await getPersonFile(context, visit.parameters('id'));
  const mayDecide = visit.may('POST', `${personPath}/warn`);
  return {
    title: isErased(file.about) ? visit.say(texts.erased) : file.about.name,
    ...(mayDecide ? { acts: drawDecisions(visit, file) } : {}),
    body: html`${notice !== undefined && drawNotice(notice)} ${drawErasure(visit, file)}
      <div class="story">
        <div class="stack">${drawPersonStory(visit, file)}</div>
        <div class="stack">
          ${drawPersonFacts(visit, file)}
          ${!isErased(file.about) && drawPhotos(context, visit, file, mayDecide)}
        </div>
      </div>`,
  };
}

function drawErasure(
  { say, language }: Visit,
  { about: { erasedAt, returnedAt } }: PersonFile,
): Html | false {
  if (!erasedAt) return false;
  const day = formatDay(erasedAt, language);
  return drawNotice(
    returnedAt
      ? fill(say(texts.returnedLead), { day, back: formatDay(returnedAt, language) })
      : fill(say(texts.erasedLead), { day }),
    'warn',
  );
}

function drawPersonFacts(visit: Visit, file: PersonFile): Html {
  const { say, language, nowMs } = visit;
  const { about, record } = file;
  const { suspendedUntil, suspended } = about;
  const facts: (readonly [string, Html | string] | false)[] = [
    [say(words.state), drawPersonStates(visit, { ...about, isPremium: record.isPremium })],
    suspended && [
      say(texts.suspendedUntil),
      suspendedUntil === null ? say(texts.forGood) : drawTime(suspendedUntil, language, nowMs),
    ],
    [say(words.id), drawCopyable(about.userId, say(words.copy))],
    ...(isErased(about) ? [] : drawProfileFacts(visit, file)),
    [
      say(texts.reportsEver),
      fill(say(texts.reportsEverBy), { reports: about.reports, people: about.reporters }),
    ],
  ];
  const mayChange = !isErased(about) && visit.may('POST', `${personPath}/premium`);
  return html`<section class="card">
    <h2>${say(texts.facts)}</h2>
    ${drawFacts(facts.filter((fact) => fact !== false))}
    ${
      about.about !== '' &&
      html`<h3>${say(texts.about)}</h3>
        <p class="wrap">${about.about}</p>`
    }
    ${
      mayChange &&
      drawForm({
        action: visit.address(`/social/people/${about.userId}/premium`),
        token: visit.formToken,
        fields: html`${drawHidden('is_premium', record.isPremium ? 'no' : 'yes')}
          <div class="row">
            <button type="submit" class="plain slim">
              ${say(record.isPremium ? decisionWords.endPremium : decisionWords.makePremium)}
            </button>
          </div>`,
      })
    }
  </section>`;
}

function drawProfileFacts(
  { say, language, nowMs }: Visit,
  { about, record }: PersonFile,
): [string, Html | string][] {
  return [
    [say(texts.email), record.email ?? say(words.none)],
    [
      say(texts.login),
      html`<span>${[record.provider, record.loginId].filter((part) => part !== '').join(' · ')}</span>`,
    ],
    [say(texts.language), languageNames[languageOf(record.language)]],
    [say(texts.place), record.location === '' ? '–' : record.location],
    [say(texts.age), record.age === null ? '–' : String(record.age)],
    [say(texts.gender), record.gender === null ? '–' : say(texts[record.gender])],
    [say(texts.joined), drawTime(about.createdAt, language, nowMs)],
    [say(texts.lastActive), drawTime(record.lastActiveAt, language, nowMs)],
    [say(texts.seats), String(record.seats)],
  ];
}

function drawPhotos(context: SocialContext, visit: Visit, file: PersonFile, mayRemove: boolean): Html {
  const { say } = visit;
  const { pathname } = new URL(context.baseUrl);
  const isHere = (link: string | null): boolean => link === null || link.startsWith('/');
  const pictures = file.photos
    .filter(({ link }) => isHere(link))
    .map(({ id, position, link }) => ({
      src: link === null ? visit.address(`/social/photos/${id}`) : `${pathname}${link}`,
      label: position === 0 ? say(texts.portrait) : fill(say(texts.photoNumber), { number: position }),
      act: mayRemove ? drawPhotoRemoval(visit, file, id) : undefined,
    }));
  // External images are not loaded, because their hosts would see the moderator's network address.
  const elsewhere = file.photos.filter(({ link }) => !isHere(link));
  return html`<section class="card">
    <h2>${say(texts.photos)}</h2>
    ${file.photos.length === 0 ? html`<p class="soft">${say(texts.noPhotos)}</p>` : drawPictures(pictures)}
    ${elsewhere.map(
      ({ id, link }) =>
        html`<p class="wrap">${fill(say(words.elsewhere), { address: link ?? '' })}</p>
          ${mayRemove && drawPhotoRemoval(visit, file, id)}`,
    )}
  </section>`;
}

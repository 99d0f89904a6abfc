import type { Language } from '../platform/http/language.ts';
import { html, type Html } from '../platform/http/page.ts';
import type { Platform } from '../platform/platform.ts';
import type { Door, Service, TryOut } from '../platform/service.ts';
import type { App } from '../platform/http/server.ts';
import { openTokens } from '../platform/tokens/tokens.ts';
import { addFormParser } from '../platform/http/body-parsers.ts';
import { appRoutes } from './app/app.routes.ts';
import { appealRoutes } from './safety/appeals/appeal.routes.ts';
import {
  advertisementRoutes,
  staffCampaignRoutes,
} from './publishing/advertisements/advertisement.routes.ts';
import { blockRoutes } from './meeting/blocks/block.routes.ts';
import { wholeCardRoutes } from './conversation/cards/whole-card.routes.ts';
import { campaignCrons } from './publishing/advertisements/show-advertisements.ts';
import { chatCrons } from './conversation/chat/chat-summaries.ts';
import { reportCrons } from './safety/reports/report.jobs.ts';
import { chatRoutes } from './conversation/chat/chat.routes.ts';
import { cityRoutes } from './people/cities/city.routes.ts';
import { combinationRoutes } from './conversation/combinations/combination.routes.ts';
import { configRoutes } from './people/config/config.routes.ts';
import { socialConsole } from './console/social-console.page.ts';
import { counterRoutes } from './conversation/counters/counter.routes.ts';
import { dataRightsCrons } from './account/data-rights/data-rights.jobs.ts';
import { dataRightsRoutes } from './account/data-rights/data-rights.routes.ts';
import { deviceJobs } from './delivery/devices/device.jobs.ts';
import { deviceRoutes } from './delivery/devices/device.routes.ts';
import { noticeRoutes } from './safety/enforcement/notice.routes.ts';
import { calendarRoutes } from './events/calendars/calendar.routes.ts';
import { noticeCrons, noticeJobs } from './events/notices/notice.jobs.ts';
import { unsubscribeRoutes } from './events/notices/unsubscribe.routes.ts';
import { eventCrons, eventJobs } from './events/give-seats.ts';
import { eventRoutes } from './events/event.routes.ts';
import { eventPictureRoutes } from './events/pictures/event-picture.routes.ts';
import { staffEventRoutes } from './events/staff-event.routes.ts';
import { feedRoutes } from './meeting/feed/feed.routes.ts';
import { likeRoutes } from './meeting/likes/like.routes.ts';
import { LiveHub } from './conversation/live/hub.ts';
import { liveCrons } from './conversation/live/keep-presence.ts';
import { liveRoutes } from './conversation/live/live.routes.ts';
import { caseRoutes } from './safety/moderation/case.routes.ts';
import { moderationRoutes } from './safety/moderation/moderation.routes.ts';
import { describeNotification } from './account/notifications/describe-notification.ts';
import { pairJobs } from './people/pairs/notify-partners.ts';
import { reactionRoutes } from './people/pairs/reaction.routes.ts';
import { openPhoneServices } from './delivery/push/open-phone-services.ts';
import { openPhotoAccess } from './people/photos/photo-access.ts';
import { photoRoutes } from './people/photos/photo.routes.ts';
import { pictureCrons } from './publishing/pictures/copy-picture.ts';
import { pictureRoutes } from './publishing/pictures/picture.routes.ts';
import { presentationRoutes } from './publishing/presentation/presentation.routes.ts';
import { profileRoutes } from './people/profiles/profile.routes.ts';
import { reportRoutes } from './safety/reports/report.routes.ts';
import { posterRoutes } from './sandbox/poster.routes.ts';
import { listTown } from './sandbox/list-town.ts';
import { townRoutes } from './sandbox/town.routes.ts';
import { seedTown } from './sandbox/seed-town.ts';
import { guardRoutes } from './access/sessions/guard.routes.ts';
import { openLiveSessions } from './access/sessions/live-sessions.ts';
import { bindPhotoPasses } from './access/sessions/viewer-context.ts';
import { sessionCrons } from './access/sessions/end-sessions.ts';
import { signInRoutes } from './account/sign-in/sign-in.routes.ts';
import { signIn } from './account/sign-in/sign-in.ts';
import type { SocialContext, SocialSettings } from './social.context.ts';
import { staffRoutes } from './access/staff/staff.routes.ts';
import { updateCrons } from './delivery/updates/update.jobs.ts';

const hourMs = 3_600_000;

/** Opens social in a process that serves it. Other processes do not load this module. */
export async function openSocial(platform: Platform, settings: SocialSettings): Promise<Service> {
  const context = await openContext(platform, settings);
  const phones = openPhoneServices(settings);
  const hub = new LiveHub(context);
  return {
    jobs: [
      ...deviceJobs(context, phones, ({ userId, sessionId }, note) =>
        describeNotification(bindPhotoPasses(context, sessionId), userId, note),
      ),
      ...eventJobs(context),
      ...noticeJobs(context),
      ...pairJobs(context),
    ],
    crons: [
      ...sessionCrons(context),
      ...updateCrons(context),
      ...liveCrons(context),
      ...dataRightsCrons(context),
      ...campaignCrons(context),
      ...pictureCrons(context),
      ...chatCrons(context),
      ...reportCrons(context),
      ...eventCrons(context),
      ...noticeCrons(context),
    ],
    console: socialConsole(context),
    ...(settings.SEED_TOWN ? { home: townHome } : {}),
    ...(settings.SEED_TOWN ? { tryOut: openTryOut(context) } : {}),
    ...(settings.APP
      ? {
          door: appDoor,
          rootRoutes: (app: App) =>
            appRoutes(app, context, {
              isSandbox: platform.settings.ENVIRONMENT === 'sandbox',
              signsInBy: settings.BELIEVE_STATED_USER ? 'name' : 'account',
            }),
        }
      : {}),
    async start() {
      if (settings.SEED_TOWN) await seedTown(context);
    },
    async close() {
      phones.close();
      await hub.close();
    },
    async routes(app) {
      addFormParser(app);
      guardRoutes(app, context);
      signInRoutes(app, context);
      townRoutes(app, context);
      presentationRoutes(app, context);
      profileRoutes(app, context);
      cityRoutes(app, context);
      await photoRoutes(app, context);
      configRoutes(app, context);
      feedRoutes(app, context);
      reactionRoutes(app, context);
      combinationRoutes(app, context);
      wholeCardRoutes(app, context);
      blockRoutes(app, context);
      likeRoutes(app, context);
      counterRoutes(app, context);
      advertisementRoutes(app, context);
      pictureRoutes(app, context);
      reportRoutes(app, context);
      noticeRoutes(app, context);
      appealRoutes(app, context);
      moderationRoutes(app, context);
      caseRoutes(app, context);
      dataRightsRoutes(app, context);
      staffRoutes(app, context);
      staffCampaignRoutes(app, context);
      if (settings.SEED_TOWN) posterRoutes(app);
      eventRoutes(app, context);
      calendarRoutes(app, context);
      staffEventRoutes(app, context);
      await eventPictureRoutes(app, context);
      chatRoutes(app, context);
      deviceRoutes(app, context);
      await unsubscribeRoutes(app, context);
      await liveRoutes(app, context, hub);
    },
  };
}

/** Link on the server's start page. It comes first because most visitors want the app. */
const appDoor: Door = {
  href: '/app',
  words: {
    en: { title: 'Open the app', lead: 'Events of your city, and the people who go there.' },
    pt: { title: 'Abrir o app', lead: 'Os eventos da sua cidade e quem vai neles.' },
    de: { title: 'App öffnen', lead: 'Was in deiner Stadt los ist, und wer hingeht.' },
  },
};

const townTexts = {
  en: 'This sandbox contains a sample town. Sign in with any name, or as one of its 200 people, town-1 to town-200.',
  pt: 'Este sandbox tem uma cidade de exemplo. Entre com qualquer nome, ou como uma das 200 pessoas da cidade, town-1 a town-200.',
  de: 'Hier lebt eine erfundene Stadt. Melden Sie sich als irgendwer an, oder als einer von 200, town-1 bis town-200.',
} as const;

const townHome = (language: Language): Html =>
  html`<p>${townTexts[language]}</p>
    <code>POST /social/oauth/token?user_id=town-1&amp;name=Ana</code>`;

/** One session serves all readers, because each page view would otherwise create another. */
function openTryOut(context: SocialContext): () => Promise<TryOut> {
  let kept: { readonly token: string; readonly untilMs: number } | undefined;
  return async () => {
    if (kept && context.clock.nowMs() < kept.untilMs) return kept;
    const [person] = await listTown(context);
    if (!person) return {};
    const identity = { loginId: person.user_id, provider: undefined, idToken: undefined };
    const asked = { ...identity, name: person.name, language: 'pt' };
    const { access_token: token, expires_in: seconds } = await signIn(context, asked);
    kept = { token, untilMs: context.clock.nowMs() + (seconds * 1000) / 2 };
    return kept;
  };
}

async function openContext(platform: Platform, settings: SocialSettings): Promise<SocialContext> {
  const baseUrl = `${platform.publicUrl}/social`;
  const [tokens, staffTokens, photoAccess] = await Promise.all([
    openTokens(platform, 'social access', { issuer: baseUrl, audience: 'social', lifetimeMs: hourMs }),
    openTokens(platform, 'social staff', {
      issuer: baseUrl,
      audience: 'social-staff',
      lifetimeMs: hourMs / 4,
    }),
    openPhotoAccess(platform, settings),
  ]);
  const { sql, home, clock, signals, sealer, hasher, log, metrics, issuers, publicUrl } = platform;
  return {
    sql,
    staffSql: home.sql,
    consoleSettings: platform.settings,
    clock,
    signals,
    sealer,
    hasher,
    log,
    metrics,
    settings,
    publicUrl,
    issuers,
    baseUrl,
    tokens,
    staffTokens,
    liveSessions: openLiveSessions(platform),
    photoAccess,
  };
}

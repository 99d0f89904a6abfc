import type { Language } from '../platform/http/language.ts';
import { html, type Html } from '../platform/http/page.ts';
import type { Platform } from '../platform/platform.ts';
import type { Door, Service } from '../platform/service.ts';
import type { App } from '../platform/http/server.ts';
import { openTokens } from '../platform/tokens/tokens.ts';
import { addFormParser } from '../platform/http/body-parsers.ts';
import { appRoutes } from './app/app.routes.ts';
import { appealRoutes } from './appeals/appeal.routes.ts';
import { advertisementRoutes, staffCampaignRoutes } from './advertisements/advertisement.routes.ts';
import { blockRoutes } from './blocks/block.routes.ts';
import { wholeCardRoutes } from './cards/whole-card.routes.ts';
import { campaignCrons } from './advertisements/campaign.jobs.ts';
import { chatCrons } from './chat/chat.jobs.ts';
import { reportCrons } from './reports/report.jobs.ts';
import { chatRoutes } from './chat/chat.routes.ts';
import { cityRoutes } from './cities/city.routes.ts';
import { combinationRoutes } from './combinations/combination.routes.ts';
import { configRoutes } from './config/config.routes.ts';
import { socialConsole } from './console/social-console.page.ts';
import { counterRoutes } from './counters/counter.routes.ts';
import { dataRightsCrons } from './data-rights/data-rights.jobs.ts';
import { dataRightsRoutes } from './data-rights/data-rights.routes.ts';
import { deviceJobs } from './devices/device.jobs.ts';
import { deviceRoutes } from './devices/device.routes.ts';
import { noticeRoutes } from './enforcement/notice.routes.ts';
import { calendarRoutes } from './calendars/calendar.routes.ts';
import { noticeCrons, noticeJobs } from './event-notices/notice.jobs.ts';
import { unsubscribeRoutes } from './event-notices/unsubscribe.routes.ts';
import { eventCrons, eventJobs } from './events/event.jobs.ts';
import { eventRoutes } from './events/event.routes.ts';
import { staffEventRoutes } from './events/staff-event.routes.ts';
import { feedRoutes } from './feed/feed.routes.ts';
import { likeRoutes } from './likes/like.routes.ts';
import { LiveHub } from './live/hub.ts';
import { liveCrons } from './live/live.jobs.ts';
import { liveRoutes } from './live/live.routes.ts';
import { caseRoutes } from './moderation/case.routes.ts';
import { moderationRoutes } from './moderation/moderation.routes.ts';
import { describeNotification } from './notifications/describe-notification.ts';
import { pairJobs } from './pairs/pair.jobs.ts';
import { reactionRoutes } from './pairs/reaction.routes.ts';
import { openPhoneServices } from './push/open-phone-services.ts';
import { openPhotoAccess } from './photos/photo-access.ts';
import { photoRoutes } from './photos/photo.routes.ts';
import { pictureCrons } from './pictures/picture.jobs.ts';
import { pictureRoutes } from './pictures/picture.routes.ts';
import { presentationRoutes } from './presentation/presentation.routes.ts';
import { profileRoutes } from './profiles/profile.routes.ts';
import { reportRoutes } from './reports/report.routes.ts';
import { posterRoutes } from './sandbox/poster.routes.ts';
import { townRoutes } from './sandbox/town.routes.ts';
import { seedTown } from './sandbox/seed-town.ts';
import { guardRoutes } from './sessions/guard.routes.ts';
import { openLiveSessions } from './sessions/live-sessions.ts';
import { bindPhotoPasses } from './sessions/viewer-context.ts';
import { sessionCrons } from './sessions/session.jobs.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import type { SocialContext, SocialSettings } from './social.context.ts';
import { staffRoutes } from './staff/staff.routes.ts';
import { updateCrons } from './updates/update.jobs.ts';

const hourMs = 3_600_000;

/** What a process loads that serves it, and no other. */
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
      chatRoutes(app, context);
      deviceRoutes(app, context);
      await unsubscribeRoutes(app, context);
      await liveRoutes(app, context, hub);
    },
  };
}

/** The front door leads to it first: it is what people came for. */
const appDoor: Door = {
  href: '/app',
  words: {
    en: { title: 'Open the app', lead: 'Events of your city, and the people who go there.' },
    pt: { title: 'Abrir o app', lead: 'Os eventos da sua cidade e quem vai neles.' },
    de: { title: 'App öffnen', lead: 'Was in deiner Stadt los ist, und wer hingeht.' },
  },
};

const townTexts = {
  en: 'A made-up town lives here. Sign in as anybody, or as one of its 200 people, town-1 to town-200.',
  pt: 'Aqui mora uma cidade inventada. Entre como quiser, ou como uma das 200 pessoas, town-1 a town-200.',
  de: 'Hier lebt eine erfundene Stadt. Melden Sie sich als irgendwer an, oder als einer von 200, town-1 bis town-200.',
} as const;

const townHome = (language: Language): Html =>
  html`<p>${townTexts[language]}</p>
    <code>POST /social/oauth/token?user_id=town-1</code>`;

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

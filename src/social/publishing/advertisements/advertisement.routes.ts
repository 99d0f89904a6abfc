import type { FastifyRequest } from 'fastify';
import type { App } from '../../../platform/http/server.ts';
import type { Tx } from '../../../platform/postgres/client/database.ts';
import { tokenQuery } from '../../access/paging/paging.schemas.ts';
import { linkUrl } from '../../access/links/link-url.rules.ts';
import { link } from '../../access/links/link.schemas.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import type { SocialContext } from '../../social.context.ts';
import { campaignBody, campaignFields, mediaType, time } from './campaign.schemas.ts';
import {
  changeCampaign,
  createCampaign,
  listCampaigns,
  readCampaign,
  stopCampaign,
  type ShownCampaign,
} from './manage-campaigns.ts';
import { countAdvertisement, showAdvertisements } from './show-advertisements.ts';
import { Type } from '../../../platform/http/type.ts';
import { staffVisitOf } from '../../access/staff/staff-visit.ts';

const advertisementSchema = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  media_type: mediaType,
  link,
  media: Type.String({ pattern: '^https?://', description: 'address of the image or video' }),
});
const campaignSchema = Type.Object({
  id: Type.String(),
  ...campaignFields,
  stopped_at: Type.Union([time, Type.Null()]),
  views: Type.Integer(),
  clicks: Type.Integer(),
});
const params = Type.Object({ id: Type.String() });
const daysSchema = Type.Array(
  Type.Object({ day: Type.String({ format: 'date' }), views: Type.Integer(), clicks: Type.Integer() }),
);

const show = (context: SocialContext, campaign: ShownCampaign) => ({
  ...campaign,
  // Seeded campaigns use paths of this server, which are completed here.
  media: linkUrl(context, campaign.media),
  link: linkUrl(context, campaign.link),
  starts_at: campaign.starts_at.toISOString(),
  ends_at: campaign.ends_at.toISOString(),
  stopped_at: campaign.stopped_at?.toISOString() ?? null,
});

export function advertisementRoutes(app: App, context: SocialContext): void {
  app.get(
    '/get/ads',
    {
      config: { access: 'user' },
      schema: {
        tags: ['Advertisements'],
        summary: 'Advertising campaigns',
        description: 'Campaigns that run now in the user’s city, at most 10, in a random order by weight.',
        querystring: tokenQuery,
        response: { 200: Type.Array(advertisementSchema) },
      },
    },
    async (request) => {
      const campaigns = await showAdvertisements(context, userOf(request));
      return campaigns.map(({ id, title, description, media_type, link: target, media }) => ({
        id,
        title,
        description,
        media_type,
        link: linkUrl(context, target),
        media: linkUrl(context, media),
      }));
    },
  );

  for (const what of ['view', 'click'] as const) {
    app.post(
      `/get/ads/:id/${what}`,
      {
        config: { access: 'user' },
        schema: {
          tags: ['Advertisements'],
          summary: `Count a ${what}`,
          description:
            what === 'view'
              ? 'One view per user and day (UTC) counts, and only of a campaign that is shown in the user’s city. Others are answered with `not_counted`.'
              : 'One click per user and day (UTC) counts, and only after a view. Others are answered with `not_counted`.',
          params,
          querystring: tokenQuery,
          response: { 200: Type.Object({ status: Type.Enum(['counted', 'not_counted']) }) },
        },
      },
      async (request) => {
        const counted = await countAdvertisement(context, userOf(request), request.params.id, what);
        return { status: counted ? ('counted' as const) : ('not_counted' as const) };
      },
    );
  }
}

export function staffCampaignRoutes(app: App, context: SocialContext): void {
  const common = { tags: ['Staff'], response: { 200: campaignSchema } };
  const recorder =
    (request: FastifyRequest, { title }: { title?: string } = {}) =>
    (tx: Tx, id: string) =>
      staffVisitOf(request).record(tx, id, title === undefined ? {} : { title });
  app.get(
    '/staff/campaigns',
    {
      config: { access: 'staff' },
      schema: {
        tags: ['Staff'],
        summary: 'Campaigns with their counts',
        response: { 200: Type.Array(campaignSchema) },
      },
    },
    async () => (await listCampaigns(context)).map((campaign) => show(context, campaign)),
  );
  app.post(
    '/staff/campaigns',
    {
      config: { access: 'staff', act: 'campaign.created' },
      schema: { ...common, summary: 'Create a campaign', body: campaignBody },
    },
    async (request) => {
      const campaign = await createCampaign(context, request.body, {
        recorded: recorder(request, request.body),
      });
      return show(context, campaign);
    },
  );
  app.put(
    '/staff/campaigns/:id',
    {
      config: { access: 'staff', act: 'campaign.changed' },
      schema: { ...common, summary: 'Change a campaign', params, body: campaignBody },
    },
    async (request) => {
      const {
        body,
        params: { id },
      } = request;
      return show(context, await changeCampaign(context, id, body, recorder(request, body)));
    },
  );
  app.get(
    '/staff/campaigns/:id/days',
    {
      config: { access: 'staff' },
      schema: {
        tags: ['Staff'],
        summary: 'Views and clicks of a campaign by day (UTC)',
        description: 'The newest 1000 days with counts, oldest first. Days without counts are left out.',
        params,
        response: { 200: daysSchema },
      },
    },
    async (request) => (await readCampaign(context, request.params.id)).days,
  );
  app.post(
    '/staff/campaigns/:id/stop',
    {
      config: { access: 'staff', act: 'campaign.stopped' },
      schema: { ...common, summary: 'Stop a campaign', params },
    },
    async (request) => show(context, await stopCampaign(context, request.params.id, recorder(request))),
  );
}

import type { App } from '../../platform/http/server.ts';
import { userOf } from '../sessions/user-of.ts';
import type { SocialContext } from '../social.context.ts';
import { changeConfig, getConfig } from './change-config.ts';
import { configChangeSchema, configSchema } from './config.schemas.ts';
import { Type } from '../../platform/http/type.ts';

const tags = ['Profiles'];
const params = Type.Object({ userId: Type.String() });

export function configRoutes(app: App, context: SocialContext): void {
  app.get(
    '/user/:userId/config',
    {
      config: { access: 'own' },
      schema: { tags, summary: 'Settings of a user', params, response: { 200: configSchema } },
    },
    (request) => getConfig(context, userOf(request)),
  );

  app.put(
    '/user/:userId/config',
    {
      config: { access: 'own' },
      schema: {
        tags,
        summary: 'Change settings',
        description: 'What is left out stays as it is. Answers all settings.',
        params,
        body: configChangeSchema,
        response: { 200: configSchema },
      },
    },
    (request) => {
      const { woman, man, ageRangeStart, ageRangeEnd } = request.body;
      const { newMessage, newCombination, notificationAlert, eventMail } = request.body;
      const shown = { woman, man, ageRangeStart, ageRangeEnd };
      const given = { ...shown, newMessage, newCombination, notificationAlert, eventMail };
      const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      return changeConfig(context, userOf(request), stated);
    },
  );
}

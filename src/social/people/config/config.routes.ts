import type { App } from '../../../platform/http/server.ts';
import { userOf } from '../../access/sessions/user-of.ts';
import type { SocialContext } from '../../social.context.ts';
import { changeConfig, getConfig } from './change-config.ts';
import type { UserConfig } from './config.rules.ts';
import { configChangeSchema, configSchema } from './config.schemas.ts';
import { Type } from '../../../platform/http/type.ts';

const tags = ['Profiles'];
const params = Type.Object({ userId: Type.String() });

export function configRoutes(app: App, context: SocialContext): void {
  const showConfig = ({ attendance, ...config }: UserConfig) => ({
    ...config,
    attendance: attendance ?? context.settings.ATTENDANCE_VISIBLE_TO,
    attendanceChosen: attendance !== null,
  });
  app.get(
    '/user/:userId/config',
    {
      config: { access: 'own' },
      schema: { tags, summary: 'Settings of a user', params, response: { 200: configSchema } },
    },
    async (request) => showConfig(await getConfig(context, userOf(request))),
  );

  app.put(
    '/user/:userId/config',
    {
      config: { access: 'own' },
      schema: {
        tags,
        summary: 'Change settings',
        description: 'Omitted settings keep their values. Returns all settings.',
        params,
        body: configChangeSchema,
        response: { 200: configSchema },
      },
    },
    async (request) => {
      const { woman, man, ageRangeStart, ageRangeEnd } = request.body;
      const { newMessage, newCombination, notificationAlert, attendance, eventMail } = request.body;
      const shown = { woman, man, ageRangeStart, ageRangeEnd };
      const given = { ...shown, newMessage, newCombination, notificationAlert, attendance, eventMail };
      const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      return showConfig(await changeConfig(context, userOf(request), stated));
    },
  );
}

import type { App } from '../../platform/http/server.ts';
import type { SocialContext } from '../social.context.ts';
import { listTown } from './list-town.ts';
import { Type } from '../../platform/http/type.ts';

const personSchema = Type.Object({
  user_id: Type.String({ description: 'identifier for the sign-in', examples: ['town-1'] }),
  name: Type.String(),
  local: Type.String({ description: 'city and state', examples: ['São Paulo, SP'] }),
  age: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'null if it is not known' }),
  thumb: Type.String({ description: 'image address' }),
});

export function townRoutes(app: App, context: SocialContext): void {
  app.get(
    '/town',
    {
      config: { access: 'public', etag: 'public' },
      schema: {
        tags: ['Sessions'],
        summary: 'People to try the app as',
        description:
          'The people of the sample town. In a sandbox any caller can sign in as one of them. Empty in production.',
        response: { 200: Type.Array(personSchema) },
      },
    },
    () => listTown(context),
  );
}

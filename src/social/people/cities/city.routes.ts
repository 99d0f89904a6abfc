import type { App } from '../../../platform/http/server.ts';
import type { SocialContext } from '../../social.context.ts';
import { searchCities } from './find-city.ts';
import { Type } from '../../../platform/http/type.ts';

export function cityRoutes(app: App, context: SocialContext): void {
  app.get(
    '/city/search',
    {
      config: { access: 'public', etag: 'public' },
      schema: {
        tags: ['Profiles'],
        summary: 'Find Brazilian cities by the beginning of their name',
        description:
          'For autocompletion: at most ten cities, shorter names first. Accents, case and punctuation are ignored; a state may follow, as in `bom jesus, pi`.',
        querystring: Type.Object({ q: Type.String({ minLength: 1, maxLength: 120, examples: ['sao pau'] }) }),
        response: { 200: Type.Array(Type.Object({ city: Type.String(), state: Type.String() })) },
      },
    },
    (request) => searchCities(context, request.query.q),
  );
}

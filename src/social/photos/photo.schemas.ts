import { mostPhotos } from './change-photos.ts';
import { Type } from '../../platform/http/type.ts';

export const photoSchema = Type.Object({
  id: Type.String(),
  position: Type.Integer({ description: '1 to 5' }),
  url: Type.String({ description: 'for this viewer, for a week at least, while the session lasts' }),
  thumb: Type.String(),
});

export const userParams = Type.Object({ userId: Type.String() });
export const photoParams = Type.Object({ userId: Type.String(), photoId: Type.String() });
export const nameParams = Type.Object({ name: Type.String({ pattern: '^[\\w-]{22}$' }) });
export const imageQuery = Type.Object({
  pass: Type.Optional(
    Type.String({ maxLength: 100, description: 'who looks, as the address of a photo has it' }),
  ),
  access_token: Type.Optional(Type.String()),
});
export const orderBody = Type.Object({
  photos: Type.Array(Type.String(), {
    maxItems: mostPhotos,
    description: 'the ids of all photos, in their new order',
  }),
});

export const picture = Type.Unsafe<Buffer>({ type: 'string', format: 'binary' });
/** Without a type: what is validated is a buffer. Its bytes tell what it is, whatever the header says. */
const sentPicture = Type.Unsafe<Buffer>({ contentMediaType: 'application/octet-stream' });
export const imageBody = {
  content: Object.fromEntries(
    ['image/jpeg', 'image/png', 'image/webp', 'application/octet-stream'].map((type) => [
      type,
      { schema: sentPicture },
    ]),
  ),
};

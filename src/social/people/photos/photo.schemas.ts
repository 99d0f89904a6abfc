import { mostPhotos } from './change-photos.ts';
import { Type } from '../../../platform/http/type.ts';

export const photoSchema = Type.Object({
  id: Type.String(),
  position: Type.Integer({ description: '1 to 5' }),
  url: Type.String({ description: 'valid for this viewer for at least a week, while the session lasts' }),
  thumb: Type.String(),
});

export const userParams = Type.Object({ userId: Type.String() });
export const photoParams = Type.Object({ userId: Type.String(), photoId: Type.String() });
export const nameParams = Type.Object({ name: Type.String({ pattern: '^[\\w-]{22}$' }) });
export const imageQuery = Type.Object({
  pass: Type.Optional(
    Type.String({ maxLength: 100, description: 'identifies the viewer; part of the address of a photo' }),
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
/** No type, because the validated value is a buffer. The format is read from the bytes, not from the header. */
const sentPicture = Type.Unsafe<Buffer>({ contentMediaType: 'application/octet-stream' });
export const imageBody = {
  content: Object.fromEntries(
    ['image/jpeg', 'image/png', 'image/webp', 'application/octet-stream'].map((type) => [
      type,
      { schema: sentPicture },
    ]),
  ),
};

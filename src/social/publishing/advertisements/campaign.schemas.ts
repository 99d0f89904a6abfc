import { Type } from '../../../platform/http/type.ts';
import { link } from '../../access/links/link.schemas.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, format: 'visible-text' });
export const time = Type.String({ format: 'date-time' });
export const mediaType = Type.Enum([1, 2], { type: 'number', description: '1 is image, 2 is video' });

export const campaignFields = {
  title: text(200),
  description: Type.String({ maxLength: 2000, format: 'readable-text' }),
  media_type: mediaType,
  media: link,
  link,
  starts_at: time,
  ends_at: time,
  cities: Type.Array(text(120), { maxItems: 200, description: 'empty is everywhere' }),
  weight: Type.Integer({ minimum: 1, maximum: 1000, description: 'its share of the first places' }),
};

export const campaignBody = Type.Object(campaignFields);

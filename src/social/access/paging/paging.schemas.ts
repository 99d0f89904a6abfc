import { Type } from '../../../platform/http/type.ts';

export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: 'items per page, 50 by default' }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 500, description: 'from the Link header of the previous page' }),
  ),
  access_token: Type.Optional(
    Type.String({ description: 'the access token; alternatively in the header Authorization: Bearer' }),
  ),
};
export const pageQuerySchema = Type.Object(pageQuery);

export const tokenQuery = Type.Object({ access_token: pageQuery.access_token });

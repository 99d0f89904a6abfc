import { Type } from '../../platform/http/type.ts';

/** As staff write it. */
export const link = Type.String({
  maxLength: 2000,
  pattern: '^https?://[^\\s/?#:@]\\S*$',
  description: 'an http or https link',
});

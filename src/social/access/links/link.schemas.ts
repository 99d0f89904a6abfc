import { Type } from '../../../platform/http/type.ts';
import { describeForm } from '../../../platform/words/form-phrases.ts';
import { socialWords } from '../../details/social-words.rules.ts';

export const link = Type.String({
  maxLength: 2000,
  pattern: '^https?://[^\\s/?#:@]\\S*$',
  description: describeForm(socialWords.httpHttpsLink),
});

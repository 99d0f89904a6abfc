import { genders } from '../person.rules.ts';
import { Type } from '../../../platform/http/type.ts';
import { longestLocation, longestName } from './change-profile.ts';
import { describeForm } from '../../../platform/words/form-phrases.ts';
import { socialWords } from '../../details/social-words.rules.ts';

const premium = Type.Enum(['true', 'false'], {
  description: 'a string instead of a boolean, as the contract requires',
});

export const profileSchema = Type.Object({
  name: Type.String(),
  is_premium: premium,
  perfil_photo: Type.String({ description: 'profile photo' }),
  photos: Type.Array(Type.String()),
  about: Type.String(),
  location: Type.String(),
  birth_date: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
  gender: Type.Union([Type.Enum(genders), Type.Null()]),
  need_tour: Type.Boolean(),
});

const photoDescription = 'an https link or an image in base64';

const birthDate = Type.Union([
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: describeForm(socialWords.day) }),
  Type.Null(),
]);

export const profileChangeSchema = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: longestName, format: 'visible-line' })),
    is_premium: Type.Optional(premium),
    perfil_photo: Type.Optional(Type.String({ description: photoDescription })),
    photos: Type.Optional(
      Type.Array(Type.String({ minLength: 1, description: photoDescription }), { maxItems: 5 }),
    ),
    about: Type.Optional(Type.String({ maxLength: 2000, format: 'readable-text' })),
    location: Type.Optional(Type.String({ maxLength: longestLocation, format: 'visible-line' })),
    birth_date: Type.Optional(birthDate),
    gender: Type.Optional(Type.Union([Type.Enum(genders), Type.Null()])),
    need_tour: Type.Optional(Type.Boolean()),
  },
  {
    examples: [
      { about: 'Samba on Fridays', location: 'São Paulo', birth_date: '1996-05-17', gender: 'woman' },
    ],
  },
);

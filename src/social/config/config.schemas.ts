import { Type } from '../../platform/http/type.ts';

const age = (description: string) => Type.Integer({ minimum: 18, maximum: 120, description });

export const configSchema = Type.Object({
  woman: Type.Boolean({ description: 'show women' }),
  man: Type.Boolean({ description: 'show men' }),
  ageRangeStart: age('youngest to show'),
  ageRangeEnd: age('oldest to show'),
  newMessage: Type.Boolean({ description: 'notify of messages' }),
  newCombination: Type.Boolean({ description: 'notify of combinations' }),
  notificationAlert: Type.Boolean({
    description: 'notify at all; cancelled events and decisions of the staff are told in any case',
  }),
  eventMail: Type.Boolean({ description: 'mail about events, where an address is known' }),
});

/** What is left out stays as it is. */
export const configChangeSchema = Type.Partial(configSchema, {
  examples: [{ woman: true, man: false, ageRangeStart: 25, ageRangeEnd: 40 }],
});

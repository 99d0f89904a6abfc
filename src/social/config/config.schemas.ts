import { Type } from '../../platform/http/type.ts';
import { attendanceVisibilities } from '../people/attendance.rules.ts';

const age = (description: string) => Type.Integer({ minimum: 18, maximum: 120, description });

const fields = {
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
  attendance: Type.Enum([...attendanceVisibilities], {
    description: 'who may see that the user goes to an event; `attendees` are people who go to the same one',
  }),
};

export const configSchema = Type.Object({
  ...fields,
  attendanceChosen: Type.Boolean({
    description: 'whether the user has chosen `attendance`; until then it is the default of the service',
  }),
});

/** What is left out stays as it is. */
export const configChangeSchema = Type.Partial(Type.Object(fields), {
  examples: [{ woman: true, man: false, ageRangeStart: 25, ageRangeEnd: 40 }],
});

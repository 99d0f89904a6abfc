import { Type } from '../../../platform/http/type.ts';
import { attendanceVisibilities } from '../attendance.rules.ts';

const age = (description: string) => Type.Integer({ minimum: 18, maximum: 120, description });

const fields = {
  woman: Type.Boolean({ description: 'show women' }),
  man: Type.Boolean({ description: 'show men' }),
  ageRangeStart: age('youngest to show'),
  ageRangeEnd: age('oldest to show'),
  newMessage: Type.Boolean({ description: 'notify of messages' }),
  newCombination: Type.Boolean({ description: 'notify of combinations' }),
  notificationAlert: Type.Boolean({
    description: 'all notifications; cancelled events and decisions of staff are always sent',
  }),
  eventMail: Type.Boolean({ description: 'mail about events, if an address is known' }),
  attendance: Type.Enum([...attendanceVisibilities], {
    description: 'audience of the user’s attendance at events; `attendees` are people at the same event',
  }),
};

export const configSchema = Type.Object({
  ...fields,
  attendanceChosen: Type.Boolean({
    description: 'whether the user has chosen `attendance`; until then it is the default of the service',
  }),
});

/** Omitted fields keep their values. */
export const configChangeSchema = Type.Partial(Type.Object(fields), {
  examples: [{ woman: true, man: false, ageRangeStart: 25, ageRangeEnd: 40 }],
});

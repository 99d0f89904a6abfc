import { Type } from '../../../platform/http/type.ts';

export const calendarSchema = Type.String({ description: 'text/calendar (RFC 5545)' });

export const calendarAddressSchema = Type.Object({
  url: Type.String({
    examples: ['https://praca.example/social/events.ics?key=3q2-7wQ0…'],
    description: 'Anyone with this address can read the list. Keep it secret like a password.',
  }),
  created_at: Type.String({ format: 'date-time', examples: ['2026-11-20T22:00:00.000Z'] }),
});

import { seededNumbers } from '../people/photos/portrait.rules.ts';
import type { Gender } from '../people/person.rules.ts';
import { eventKinds, type EventKind } from './town-events.rules.ts';
import { aboutBeginnings, aboutEnds, cities, femaleNames, maleNames, surnames } from './town-words.rules.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export interface TownPerson {
  loginId: string;
  name: string;
  gender: Gender;
  birthDate: string;
  about: string;
  /** Index into the town's cities. */
  city: number;
  photos: string[];
  showsWomen: boolean;
  showsMen: boolean;
  ageFrom: number;
  ageTo: number;
  activeMinutesAgo: number;
  isSuspended: boolean;
}

export interface TownEvent {
  name: string;
  description: string;
  category: string;
  poster: string;
  venue: string;
  street: string;
  city: number;
  /** Days from today, and the hour of the day in the city. */
  day: number;
  hour: number;
  hours: number;
  price: string | null;
  capacity: number | null;
  spotlight: number | null;
}

export interface Town {
  people: TownPerson[];
  events: TownEvent[];
  /** Who goes to which event, as indices of people and events. */
  attendances: { person: number; event: number }[];
}

const peopleCount = 200;
/** More people, whom the made-up moderation has suspended. They are not among the people to try. */
const suspendedCount = 3;
const eventCount = 40;
const spotlights = 6;
/** Cities of the other events, as indices. São Paulo has the most. */
const further = [0, 1, 2, 0, 3, 1, 4, 0, 5, 2, 6, 1, 7, 0];

/** Generates the town from a fixed seed, so that only its dates vary. All people are invented. */
export function makeTown(today: string): Town {
  const next = seededNumbers('praça');
  const whole = (below: number): number => Math.floor(next() * below);
  const pick = <T>(items: readonly T[]): T => items[whole(items.length)] as T;
  const year = Number(today.slice(0, 4));
  // Squaring favours the first cities, which are the large ones.
  const someCity = (): number => Math.floor(cities.length * next() ** 2);
  const two = (number: number): string => String(number).padStart(2, '0');

  const names = new Set<string>();
  /** Neighbours in the list have different surnames. */
  const nameOf = (gender: Gender, index: number): string => {
    const first = pick(gender === 'man' ? maleNames : femaleNames);
    const name = `${first} ${surnames[(index * 11) % surnames.length]}`;
    return names.has(name) ? nameOf(gender, index) : (names.add(name), name);
  };
  const people = Array.from({ length: peopleCount + suspendedCount }, (_, index): TownPerson => {
    const gender: Gender = next() < 0.03 ? 'other' : next() < 0.5 ? 'woman' : 'man';
    const age = 19 + Math.floor(42 * next() ** 1.6);
    const narrow = next() < 0.3;
    const loginId = `town-${index + 1}`;
    // The lengths of the two lists have no common divisor, so every person has another text.
    const [beginning, end] = [index % aboutBeginnings.length, index % aboutEnds.length];
    return {
      loginId,
      name: nameOf(gender, index),
      gender,
      birthDate: `${year - age - 1}-${two(1 + whole(12))}-${two(1 + whole(28))}`,
      about: `${aboutBeginnings[beginning]} ${aboutEnds[end]}`,
      city: someCity(),
      photos: Array.from(
        { length: 1 + whole(5) },
        (_item, photo) => `${loginId}-${gender}-${age}-${photo + 1}`,
      ),
      showsWomen: gender !== 'woman' || next() < 0.6,
      showsMen: gender !== 'man' || next() < 0.6,
      ageFrom: narrow ? Math.max(18, age - 8) : 18,
      ageTo: narrow ? age + 10 : 99,
      activeMinutesAgo: Math.floor(3 * 24 * 60 * next() ** 3),
      isSuspended: index >= peopleCount,
    };
  });

  const events = Array.from({ length: eventCount }, (_, index): TownEvent => {
    const kind = eventKinds[index % eventKinds.length] as EventKind;
    const place = kind.places[Math.floor(index / eventKinds.length)] ?? '';
    // Each city gets one event. The large ones get the rest.
    const city =
      index < cities.length ? index : (further[(index - cities.length) % further.length] as number);
    return {
      name: `${kind.name} ${place}`,
      description: kind.description,
      category: kind.category,
      poster: `event-${index + 1}`,
      venue: place,
      street: `Rua ${pick(surnames)}, ${10 + whole(900)}`,
      city,
      day: index < 4 ? 0 : whole(45),
      hour: kind.from + whole(kind.until - kind.from + 1),
      hours: kind.hours,
      price: kind.isFree ? null : `${10 + 5 * whole(12)}.00`,
      // The first event, which the tour of the documentation attends, has room for all.
      capacity: index === 0 || next() < 0.5 ? null : 20 + 10 * whole(30),
      spotlight: index % Math.floor(eventCount / spotlights) === 0 ? index + 1 : null,
    };
  });

  const attendances = people.flatMap((person, index) => {
    const near = events.flatMap((event, at) => (event.city === person.city ? [at] : []));
    const chosen = new Set(near.filter(() => next() < 0.45));
    if (next() < 0.25) chosen.add(whole(events.length));
    return person.isSuspended ? [] : [...chosen].map((event) => ({ person: index, event }));
  });
  return { people, events, attendances: withinCapacity(attendances, events) };
}

/** Returns the start of an event: at its hour in its city, on its day or, if that hour is over, on the next. */
export function startOf({ city, day, hour }: TownEvent, now: Date): Date {
  const startMs = atHourMs(city, now, day, hour);
  return new Date(startMs > now.getTime() + hourMs ? startMs : startMs + dayMs);
}

/** Returns a time of day in a city, some days after today. Brazil has had no daylight saving time since 2019. */
export function atHourMs(city: number, now: Date, day: number, hour: number): number {
  const behindMs = (cities[city] === 'Manaus, AM' ? 4 : 3) * hourMs;
  return Math.floor((now.getTime() - behindMs) / dayMs) * dayMs + behindMs + day * dayMs + hour * hourMs;
}

function withinCapacity(attendances: Town['attendances'], events: readonly TownEvent[]): Town['attendances'] {
  const left = events.map((event) => event.capacity ?? Infinity);
  return attendances.filter(({ event }) => {
    const places = left[event] ?? 0;
    left[event] = places - 1;
    return places > 0;
  });
}

const colours = ['#0b6e4f', '#c8553d', '#2f4b7c', '#8a4f7d', '#d9a441', '#33658a', '#e07a5f', '#3d405b'];

/** Draws a poster of random shapes from a seed, for events, presentation and campaigns. */
export function drawPoster(seed: string): string {
  const next = seededNumbers(`poster ${seed}`);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const back = pick(colours);
  const shapes = Array.from({ length: 9 }, () => {
    const [x, y, size] = [next() * 640, next() * 360, 30 + next() * 140].map(Math.round);
    const fill = `fill="${pick(colours.filter((colour) => colour !== back))}" opacity="${(0.35 + next() / 2).toFixed(2)}"`;
    return next() < 0.5
      ? `<circle cx="${x}" cy="${y}" r="${size}" ${fill}/>`
      : `<rect x="${x}" y="${y}" width="${size}" height="${size}" rx="12" transform="rotate(${Math.round(next() * 90)} ${x} ${y})" ${fill}/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360" width="1280" height="720" role="img" aria-label="poster"><rect width="640" height="360" fill="${back}"/>${shapes.join('')}</svg>`;
}

import assert from 'node:assert/strict';
import { seededNumbers } from '../people/photos/portrait.rules.ts';
import { eventScripts, incidents, scripts, suspensions, type Script } from './town-chats.rules.ts';
import { atHourMs, type Town, type TownPerson } from './town.rules.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** A combination of two people of the town, as their indices, and what they have written. */
export interface Bond {
  one: number;
  other: number;
  combinedAt: Date;
  messages: { isByOne: boolean; at: Date; body: string }[];
  /** Number of the last messages that have not been read. All are by the same person. */
  unread: number;
}

export interface Bonds {
  combinations: Bond[];
  likes: { from: number; to: number; at: Date }[];
  /** One for each of the incidents, and then of the suspensions. `one` is the reported person. */
  reported: Bond[];
}

const mostCombinations = 4;
const mostLikes = 5;
/** Visitors try the first people, who therefore neither report nor are reported. */
const firstReporter = 20;
const firstReported = 100;

/** Connects people of the same city who show each other. */
export function makeBonds({ people, events, attendances }: Town, now: Date): Bonds {
  const next = seededNumbers('bonds');
  const whole = (below: number): number => Math.floor(next() * below);
  const personAt = (index: number): TownPerson => people[index] as TownPerson;
  const goes = new Set(attendances.map(({ person, event }) => `${person} ${event}`));
  const yearNow = now.getUTCFullYear();
  const fits = (viewer: TownPerson, shown: TownPerson): boolean => {
    const age = yearNow - Number(shown.birthDate.slice(0, 4));
    const isWanted =
      shown.gender === 'woman' ? viewer.showsWomen : shown.gender === 'man' ? viewer.showsMen : true;
    return isWanted && age > viewer.ageFrom && age <= viewer.ageTo;
  };
  const couples = people.flatMap((one, index) =>
    people
      .slice(index + 1)
      .flatMap((other, offset) =>
        one.city === other.city && fits(one, other) && fits(other, one)
          ? [{ one: index, other: index + 1 + offset }]
          : [],
      ),
  );

  /** Places a conversation in the daytime of one of the last days, with minutes between the messages. */
  const talk = (couple: { one: number; other: number }, script: Script, lastAt: Date, event = ''): Bond => {
    const [me = '', you = ''] = [couple.one, couple.other].map((index) => personAt(index).name.split(' ')[0]);
    let isByOne = false;
    const lines = script.map((line) => {
      if (!line.startsWith('+')) isByOne = !isByOne;
      const body = line.replace(/^\+/, '').replaceAll('{event}', event);
      return { isByOne, body: body.replaceAll('{you}', you).replaceAll('{me}', me) };
    });
    let atMs = lastAt.getTime();
    const messages = lines
      .toReversed()
      .map((line) => {
        const at = new Date(atMs);
        atMs -= (1 + whole(11)) * minuteMs;
        return { ...line, at };
      })
      .toReversed();
    const last = messages.at(-1)?.isByOne;
    const trailing = messages.length - 1 - messages.findLastIndex((message) => message.isByOne !== last);
    return {
      ...couple,
      combinedAt: new Date(atMs - (5 + whole(600)) * minuteMs),
      messages,
      unread: next() < 0.4 ? trailing : 0,
    };
  };

  const bound = new Set<string>();
  const counts = people.map(() => ({ combinations: 0, likes: 0 }));
  const [suspects, reporters] = [new Set<number>(), new Set<number>()];

  const reported = [...incidents, ...suspensions].map((incident, index): Bond => {
    const isSuspended = index >= incidents.length;
    const couple = couples.find(
      ({ one, other }) =>
        one >= firstReporter &&
        other >= firstReported &&
        personAt(other).isSuspended === isSuspended &&
        !suspects.has(other) &&
        !reporters.has(one),
    );
    assert(couple);
    suspects.add(couple.other);
    reporters.add(couple.one);
    bound.add(`${couple.one} ${couple.other}`);
    const lastMs = now.getTime() - incident.hoursAgo * hourMs - 20 * minuteMs;
    // The reported person writes the first line.
    const bond = talk({ one: couple.other, other: couple.one }, incident.script, new Date(lastMs));
    return { ...bond, unread: 0 };
  });

  const combinations: Bond[] = [];
  const likes: Bonds['likes'] = [];
  const daytime = (city: number): Date =>
    new Date(atHourMs(city, now, -1 - whole(5), 11 + whole(11)) + whole(60) * minuteMs);
  for (const couple of couples) {
    const [one, other] = [counts[couple.one], counts[couple.other]];
    if (!one || !other || bound.has(`${couple.one} ${couple.other}`)) continue;
    if (personAt(couple.other).isSuspended) continue;
    const { city } = personAt(couple.one);
    const chance = next();
    if (chance < 0.3 && Math.max(one.combinations, other.combinations) < mostCombinations) {
      one.combinations += 1;
      other.combinations += 1;
      const shared = events.findIndex(
        (_event, at) => goes.has(`${couple.one} ${at}`) && goes.has(`${couple.other} ${at}`),
      );
      const pool = shared >= 0 && next() < 0.5 ? eventScripts : next() < 0.75 ? scripts : [[]];
      const turned = next() < 0.5 ? couple : { one: couple.other, other: couple.one };
      combinations.push(
        talk(turned, pool[combinations.length % pool.length] ?? [], daytime(city), events[shared]?.name),
      );
    } else if (chance < 0.6) {
      const isBack = next() < 0.5;
      const [from, to] = isBack ? [couple.other, couple.one] : [couple.one, couple.other];
      const liked = counts[to];
      if (!liked || liked.likes >= mostLikes) continue;
      liked.likes += 1;
      likes.push({ from, to, at: daytime(city) });
    }
  }
  return { combinations, likes, reported };
}

/** Position of an event among those of its PSP; the table's migration explains it. */
export interface EventPlace {
  era: number;
  position: string;
  id: bigint;
}

export const firstPlace: EventPlace = { era: 0, position: '0', id: 0n };

export const formatEventPlace = ({ era, position, id }: EventPlace): string => `${era}-${position}-${id}`;

export function parseEventPlace(text: string): EventPlace | undefined {
  const [, era, position, id] = /^(\d{1,9})-(\d{1,18})-(\d{1,18})$/.exec(text) ?? [];
  if (era === undefined || position === undefined || id === undefined) return undefined;
  return { era: Number(era), position, id: BigInt(id) };
}

/** Returns a seeded generator of numbers from 0 to 1 (xmur3 and mulberry32, both in the public domain). */
export function seededNumbers(seed: string): () => number {
  let hash = 1_779_033_703 ^ seed.length;
  for (let index = 0; index < seed.length; index++) {
    hash = Math.imul(hash ^ seed.charCodeAt(index), 3_432_918_353);
    hash = (hash << 13) | (hash >>> 19);
  }
  let state = Math.imul(hash ^ (hash >>> 16), 2_246_822_507) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const skins = ['#f6d7bd', '#e9b98f', '#d09a6c', '#b07848', '#8a5a34', '#5e3b22'];
const hairs = ['#1d1a18', '#3b2a20', '#5c3d24', '#7c5a35', '#a8763e', '#8f8a84', '#7a2f2b'];
const clothes = ['#0b6e4f', '#c8553d', '#2f4b7c', '#8a4f7d', '#d9a441', '#33658a', '#5b8e7d', '#444b5a'];
const backs = ['#f3e9d2', '#dbe9ee', '#e8dff5', '#fde2d4', '#d9ead3', '#fff1c9', '#e1e5ee'];

/** Draws a face from a few shapes. The same seed always gives the same face, and it shows no real person. */
export function drawPortrait(seed: string): string {
  const next = seededNumbers(`portrait ${seed}`);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;
  const [skin, hair, cloth, back] = [pick(skins), pick(hairs), pick(clothes), pick(backs)];
  const long = next() < 0.5;
  const fringe = 60 + Math.round(next() * 18);
  const smile = 4 + Math.round(next() * 10);
  const eyes = 17 + Math.round(next() * 5);
  const glasses = next() < 0.25;
  const beard = !long && next() < 0.35;
  const parts = [
    `<rect width="240" height="240" fill="${back}"/>`,
    long ? `<path d="M62 118q0-78 58-78t58 78v74H62z" fill="${hair}"/>` : '',
    `<path d="M40 240q4-62 80-62t80 62z" fill="${cloth}"/>`,
    `<rect x="102" y="150" width="36" height="42" rx="16" fill="${skin}"/>`,
    `<ellipse cx="120" cy="118" rx="46" ry="54" fill="${skin}"/>`,
    beard ? `<path d="M76 128q4 46 44 46t44-46q-14 22-44 22t-44-22z" fill="${hair}"/>` : '',
    `<path d="M72 112q-4-${fringe} 48-${fringe}t48 ${fringe}q-12-34-48-34t-48 34z" fill="${hair}"/>`,
    `<circle cx="${120 - eyes}" cy="116" r="4.5" fill="#211d1a"/><circle cx="${120 + eyes}" cy="116" r="4.5" fill="#211d1a"/>`,
    glasses
      ? `<g fill="none" stroke="#2b2b2b" stroke-width="3"><circle cx="${120 - eyes}" cy="116" r="13"/><circle cx="${120 + eyes}" cy="116" r="13"/></g>`
      : '',
    `<path d="M106 142q14 ${smile} 28 0" fill="none" stroke="#8c3b35" stroke-width="4" stroke-linecap="round"/>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="480" height="480" role="img" aria-label="portrait">${parts.join('')}</svg>`;
}

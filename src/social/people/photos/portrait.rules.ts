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
const hairs = ['#1d1a18', '#3b2a20', '#5c3d24', '#7c5a35', '#a8763e', '#7a2f2b'];
const greys = ['#b9b4ae', '#8f8a84', '#6f6a66'];
const clothes = ['#0b6e4f', '#c8553d', '#2f4b7c', '#8a4f7d', '#d9a441', '#33658a', '#5b8e7d', '#444b5a'];
const backs = ['#f3e9d2', '#dbe9ee', '#e8dff5', '#fde2d4', '#d9ead3', '#fff1c9', '#e1e5ee'];
/** Long hair behind the head: straight, curly, tied in a bun. */
const longHairs = [
  'M62 118q0-78 58-78t58 78v74H62z',
  'M58 128a26 26 0 0 1 2-40a34 34 0 0 1 34-42a40 40 0 0 1 52 0a34 34 0 0 1 34 42a26 26 0 0 1 2 40a24 24 0 0 1-12 44H70a24 24 0 0 1-12-44z',
  'M98 42a22 22 0 1 1 44 0q34 14 32 66l-8 22H74l-8-22q-2-52 32-66z',
];

/** `name-woman-34-2` is the second picture of a woman of 34. All pictures with the same beginning show one face. */
const described = /^(.+-(woman|man|other)-(\d{1,3}))-\d+$/;

/** Draws a face from a few shapes. The same seed always gives the same face, and it shows no real person. */
export function drawPortrait(seed: string): string {
  const [, person = seed, gender, years] = described.exec(seed) ?? [];
  const face = seededNumbers(`portrait ${person}`);
  const scene = seededNumbers(`picture ${seed}`);
  const pick = <T>(items: readonly T[], next = face): T => items[Math.floor(next() * items.length)] as T;
  const isWoman = gender === undefined || gender === 'other' ? face() < 0.5 : gender === 'woman';
  const isGrey = face() < (Number(years ?? 30) - 40) / 25;
  const skin = pick(skins);
  // Brown hair would not stand out from a dark face.
  const usual = skins.indexOf(skin) < 3 ? hairs : hairs.slice(0, 2);
  const hair = pick(isGrey ? greys : usual);
  const long = face() < (isWoman ? 0.85 : 0.08) ? pick(longHairs) : '';
  const fringe = 60 + Math.round(face() * 18);
  const eyes = 17 + Math.round(face() * 5);
  const glasses = face() < 0.25;
  const beard = !isWoman && face() < 0.4;
  const lips = isWoman ? '#a8443f' : '#8c3b35';
  const [cloth, back] = [pick(clothes, scene), pick(backs, scene)];
  const smile = 5 + Math.round(scene() * 10);
  const [tilt, size] = [Math.round(scene() * 10 - 5), (1 + scene() * 0.18).toFixed(2)];
  const both = (draw: (x: number) => string): string => draw(120 - eyes) + draw(120 + eyes);
  const parts = [
    `<rect width="240" height="240" fill="${back}"/>`,
    `<g transform="translate(120 240) rotate(${tilt}) scale(${size}) translate(-120 -240)">`,
    long && `<path d="${long}" fill="${hair}"/>`,
    `<path d="M30 260q2-82 90-82t90 82z" fill="${cloth}"/>`,
    `<rect x="102" y="150" width="36" height="42" rx="16" fill="${skin}"/>`,
    `<g fill="${skin}"><circle cx="74" cy="122" r="9"/><circle cx="166" cy="122" r="9"/><ellipse cx="120" cy="118" rx="46" ry="54"/></g>`,
    beard && `<path d="M75 122q3 52 45 52t45-52q-10 14-25 12t-20 2q-5-4-20-2t-25-12z" fill="${hair}"/>`,
    `<path d="M72 112q-4-${fringe} 48-${fringe}t48 ${fringe}q-12-34-48-34t-48 34z" fill="${hair}"/>`,
    both((x) => `<circle cx="${x}" cy="116" r="4.5" fill="#211d1a"/>`),
    both((x) => `<path d="M${x - 9} 104q9-6 18 0" fill="none" stroke="${hair}" stroke-width="3"/>`),
    glasses &&
      `<g fill="none" stroke="#2b2b2b" stroke-width="3">${both((x) => `<circle cx="${x}" cy="116" r="13"/>`)}</g>`,
    `<path d="M120 122q-5 10 1 11" fill="none" stroke="#0003" stroke-width="3" stroke-linecap="round"/>`,
    `<path d="M106 144q14 ${smile} 28 0" fill="none" stroke="${lips}" stroke-width="4" stroke-linecap="round"/>`,
    '</g>',
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240" width="480" height="480" role="img" aria-label="portrait">${parts.filter(Boolean).join('')}</svg>`;
}

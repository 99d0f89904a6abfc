import sharp from 'sharp';

/** A square with a door to it: what a praça is. `edge` is how much of each side is left free of the drawing. */
const drawSvg = (corner: number, edge: number): string => {
  const scale = 1 - 2 * edge;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="${corner}" fill="#0b6e4f"/><path transform="translate(${16 * edge} ${16 * edge}) scale(${scale})" d="M4 12V4h8v8h-3V8H7v4z" fill="#fff"/></svg>`;
};

export interface Icon {
  readonly type: string;
  readonly content: Buffer;
}

/** As phones want them; a maskable one is cut to any shape, so that it has no corners and more room around. */
const pictures = {
  'icon-192.png': { size: 192, corner: 4, edge: 0 },
  'icon-512.png': { size: 512, corner: 4, edge: 0 },
  'icon-maskable.png': { size: 512, corner: 0, edge: 0.1 },
  'icon-touch.png': { size: 180, corner: 0, edge: 0.05 },
} as const;

export async function drawIcons(): Promise<ReadonlyMap<string, Icon>> {
  const icons = new Map<string, Icon>([
    ['icon.svg', { type: 'image/svg+xml', content: Buffer.from(drawSvg(4, 0)) }],
  ]);
  for (const [name, { size, corner, edge }] of Object.entries(pictures)) {
    const content = await sharp(Buffer.from(drawSvg(corner, edge)), { density: (72 * size) / 16 })
      .resize(size, size)
      .png({ compressionLevel: 9, palette: true })
      .toBuffer();
    icons.set(name, { type: 'image/png', content });
  }
  return icons;
}

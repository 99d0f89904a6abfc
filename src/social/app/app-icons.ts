/** The logo: a square with a door, on a grid of 16 by 16. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0b6e4f"/><path d="M4 12V4h8v8h-3V8H7v4z" fill="#fff"/></svg>';
const green = 0x0b6e4fff;
const white = 0xffffffff;

interface Picture {
  readonly size: number;
  readonly corner: number;
  /** Share of each side that stays empty around the drawing. */
  readonly edge: number;
}

export interface Icon {
  readonly type: string;
  readonly content: Buffer;
}

/**
 * The sizes that phones ask for. Phones cut a maskable icon to any shape, so it has no round corners and more space
 * around the drawing.
 */
const pictures = {
  'icon-192.png': { size: 192, corner: 4, edge: 0 },
  'icon-512.png': { size: 512, corner: 4, edge: 0 },
  'icon-maskable.png': { size: 512, corner: 0, edge: 0.1 },
  'icon-touch.png': { size: 180, corner: 0, edge: 0.05 },
} satisfies Record<string, Picture>;

/** Factor by which the pixels are drawn larger and then scaled down, for smooth corners. */
const enlargement = 3;

export async function drawIcons(): Promise<ReadonlyMap<string, Icon>> {
  const icons = new Map<string, Icon>([['icon.svg', { type: 'image/svg+xml', content: Buffer.from(svg) }]]);
  // Loaded at the first request for the app, because the library is larger than everything else that a start reads.
  const { default: sharp } = await import('sharp');
  for (const [name, picture] of Object.entries(pictures)) {
    const side = picture.size * enlargement;
    const content = await sharp(drawPixels(picture, side), {
      raw: { width: side, height: side, channels: 4 },
    })
      .resize(picture.size, picture.size)
      .png({ compressionLevel: 9, palette: true })
      .toBuffer();
    icons.set(name, { type: 'image/png', content });
  }
  return icons;
}

/**
 * Draws the pixels itself instead of decoding the SVG. The image library decodes photos only once a user has sent one,
 * and that may happen before the app is opened for the first time.
 */
function drawPixels({ corner, edge }: Picture, side: number): Buffer {
  const pixels = Buffer.alloc(side * side * 4);
  const scale = 1 - 2 * edge;
  for (let row = 0; row < side; row += 1) {
    const paint = (from: number, until: number, colour: number): void => {
      const column = (at: number): number => Math.round((at * side) / 16);
      for (let at = column(from); at < column(until); at += 1)
        pixels.writeUInt32BE(colour, (row * side + at) * 4);
    };
    const height = ((row + 0.5) * 16) / side;
    const intoCorner = Math.max(0, corner - Math.min(height, 16 - height));
    const inset = corner - Math.sqrt(corner ** 2 - intoCorner ** 2);
    paint(inset, 16 - inset, green);
    const place = (at: number): number => 8 + (at - 8) * scale;
    if (height < place(4) || height >= place(12)) continue;
    paint(place(4), place(12), white);
    if (height >= place(8)) paint(place(7), place(9), green);
  }
  return pixels;
}

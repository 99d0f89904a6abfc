import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { ImageFault } from './image-fault.ts';
import { readHeader } from './read-header.ts';

const blank = (width: number, height: number, alpha = 1): Sharp =>
  sharp({ create: { width, height, channels: 4, background: { r: 9, g: 99, b: 199, alpha } } });
const frames = sharp(Buffer.alloc(3 * 70 * 50 * 3, 7).fill(200, 0, 70 * 50 * 3), {
  raw: { width: 70, height: 50 * 3, channels: 3, pageHeight: 50 },
});

const pictures: Record<string, Sharp> = {
  JPEG: blank(301, 7).jpeg(),
  'progressive JPEG': blank(7, 301).jpeg({ progressive: true }),
  'JPEG with a profile and EXIF': blank(640, 480)
    .withMetadata({ orientation: 6, exif: { IFD0: { Artist: '\u00ff\u00da'.repeat(100) } } })
    .jpeg(),
  PNG: blank(4000, 3).png(),
  'interlaced PNG': blank(33, 44).png({ progressive: true }),
  'lossy WebP': blank(301, 211).webp(),
  'lossless WebP': blank(16_383, 5).webp({ lossless: true }),
  'WebP with transparency': blank(55, 66, 0.5).webp(),
  'animated WebP': frames.webp(),
};

for (const [name, picture] of Object.entries(pictures)) {
  test(`reads the same size of a ${name} as a decoder`, async () => {
    const bytes = await picture.toBuffer();
    const { width, height } = await sharp(bytes).metadata();
    const read = readHeader(bytes);
    assert.deepEqual([read.width, read.height], [width, height]);
  });
}

test('counts the scans of a JPEG up to its end and not in the data after it', async () => {
  const progressive = await blank(64, 64).jpeg({ progressive: true }).toBuffer();
  const { scans } = readHeader(progressive);
  assert.ok(scans > 2 && scans < 20, String(scans));
  const behind = Buffer.from('ffda0008010100003f00'.repeat(200), 'hex');
  assert.equal(readHeader(Buffer.concat([progressive, behind])).scans, scans);
  const within = Buffer.concat([progressive.subarray(0, -2), behind, progressive.subarray(-2)]);
  assert.equal(readHeader(within).scans, scans + 200);
});

test('reading any bytes ends with a header or a fault', () => {
  const first = ['ffd8ff', '89504e470d0a1a0a', '524946460000000057454250'].map((hex) =>
    Buffer.from(hex, 'hex'),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...first, Buffer.alloc(0)),
      fc.uint8Array({ maxLength: 100 }).map((rest) => rest.map((byte) => (byte > 200 ? 0xff : byte))),
      (begin, rest) => {
        try {
          const { width, height, scans } = readHeader(Buffer.concat([begin, rest]));
          assert.ok([width, height, scans].every((figure) => Number.isSafeInteger(figure) && figure >= 0));
        } catch (error) {
          assert.ok(error instanceof ImageFault, String(error));
        }
      },
    ),
  );
});

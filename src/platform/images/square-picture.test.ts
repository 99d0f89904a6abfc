import assert from 'node:assert/strict';
import { crc32, deflateSync } from 'node:zlib';
import { before, mock, test } from 'node:test';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { decodeBase64 } from './decode-base64.ts';
import { decodePicture, pictureBudget } from './decode-picture.ts';
import { ImageFault, maximumImageBytes } from './image-fault.ts';
import { makeSquarePicture } from './square-picture.ts';

const red = { r: 200, g: 10, b: 10 };
const blank = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: red } });

/** Makes a PNG of one grey level that compresses to almost nothing. With long sides it is a decompression bomb. */
function makePng(width: number, height: number, rowsGiven = height): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * rowsGiven);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

let jpeg: Buffer;
before(async () => {
  jpeg = await blank(800, 600)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'somebody', Artist: 'the artist' }, IFD3: { GPSLatitude: '1/1 2/1 3/1' } })
    .toBuffer();
});

const refusal = (code: string) => (error: unknown) => {
  assert.ok(error instanceof ImageFault, String(error));
  assert.equal(error.code, code, error.message);
  return true;
};

test('converts JPEG, PNG and WebP of any size to a square WebP of one size', async () => {
  const files = [
    jpeg,
    await blank(300, 900).png().toBuffer(),
    await blank(40, 30).webp().toBuffer(),
    await blank(64, 64).toColourspace('cmyk').jpeg().toBuffer(),
  ];
  for (const file of files) {
    const { format, width, height, space } = await sharp(await makeSquarePicture(file)).metadata();
    assert.deepEqual(
      { format, width, height, space },
      { format: 'webp', width: 512, height: 512, space: 'srgb' },
    );
  }
});

test('keeps only the pixels: no EXIF data, no location, no colour profile', async () => {
  assert.ok((await sharp(jpeg).metadata()).exif);
  assert.ok(jpeg.includes('the artist'));
  const made = await makeSquarePicture(jpeg);
  const { exif, icc, xmp, iptc } = await sharp(made).metadata();
  assert.deepEqual([exif, icc, xmp, iptc], [undefined, undefined, undefined, undefined]);
  assert.ok(!made.includes('the artist'));
});

test('rotates a picture upright according to its metadata', async () => {
  const blue = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  // Stored with blue on the left. Rotated clockwise by a quarter for display, blue is on top.
  const sideways = await blank(120, 60)
    .composite([{ input: blue, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const pixels = await sharp(await makeSquarePicture(sideways))
    .raw()
    .toBuffer();
  const at = (x: number, y: number) => [...pixels.subarray((y * 512 + x) * 3, (y * 512 + x) * 3 + 3)];
  for (const x of [10, 500]) {
    assert.ok((at(x, 10)[2] ?? 0) > 150, 'the top is blue');
    assert.ok((at(x, 500)[0] ?? 0) > 150, 'the bottom is red');
  }
});

test('bytes after the end of a picture are not in the result', async () => {
  const polyglot = Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004<script>alert(1)</script>')]);
  const made = await makeSquarePicture(polyglot);
  assert.ok(!made.includes('script') && !made.includes('PK\u0003\u0004'));
});

test('rejects files other than JPEG, PNG and WebP, regardless of their name', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const strangers = {
    SVG: Buffer.from(svg),
    'SVG after a byte order mark': Buffer.from(`\uFEFF${svg}`),
    GIF: await blank(20, 20)
      .gif()
      .toBuffer()
      .catch(() => Buffer.from('GIF89a')),
    TIFF: Buffer.from('49492a0008000000', 'hex'),
    HTML: Buffer.from('<!doctype html><script>alert(1)</script>'),
    PDF: Buffer.from('%PDF-1.7\n'),
    nothing: Buffer.alloc(0),
    zeros: Buffer.alloc(1000),
  };
  for (const [name, file] of Object.entries(strangers)) {
    await assert.rejects(makeSquarePicture(file), refusal('not_an_image'), name);
  }
});

test('rejects another file that begins with the first bytes of a picture', async () => {
  const html = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    Buffer.from('<script>alert(1)</script>'),
  ]);
  await assert.rejects(makeSquarePicture(html), refusal('damaged'));
  const riff = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), Buffer.alloc(200, 7)]);
  await assert.rejects(makeSquarePicture(riff), refusal('damaged'));
});

test('rejects a truncated picture', async () => {
  const noise = await sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: red,
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png()
    .toBuffer();
  const files = {
    JPEG: await sharp(noise).jpeg().toBuffer(),
    PNG: noise,
    WebP: await sharp(noise).webp().toBuffer(),
  };
  for (const [name, file] of Object.entries(files)) {
    const half = file.subarray(0, Math.floor(file.length / 2));
    await assert.rejects(makeSquarePicture(half), refusal('damaged'), name);
  }
});

test('rejects 81 megapixels by the header, without waiting and without a decoder', async () => {
  const make = mock.fn(() => Promise.resolve());
  const bomb = makePng(9000, 9000);
  assert.ok(bomb.length < 20_000);
  const refused = assert.rejects(decodePicture(bomb, make), refusal('too_large'));
  assert.deepEqual([pictureBudget.inWork, pictureBudget.waiting], [0, 0]);
  await refused;
  await assert.rejects(decodePicture(makePng(65_000, 65_000, 10), make), refusal('too_large'));
  assert.equal(make.mock.callCount(), 0);
});

test('accepts 24 megapixels and rejects one row more', async () => {
  assert.ok(await makeSquarePicture(makePng(6000, 4000)));
  await assert.rejects(makeSquarePicture(makePng(6000, 4001)), refusal('too_large'));
});

test('rejects a header that declares fewer pixels than the file has', async () => {
  const webp = await blank(5000, 5000).withIccProfile('srgb').webp({ effort: 0 }).toBuffer();
  assert.equal(webp.toString('latin1', 12, 16), 'VP8X');
  webp.writeUIntLE(99, 24, 3);
  await assert.rejects(makeSquarePicture(webp), (error) => error instanceof ImageFault);
});

test('rejects a JPEG with too many scans without waiting', async () => {
  const progressive = await blank(3000, 3000).jpeg({ progressive: true }).toBuffer();
  // Each scan refines the last bit of the brightness and contains no data.
  const scan = Buffer.from('ffda0008010100013f107fff', 'hex');
  const endless = Buffer.concat([
    progressive.subarray(0, -2),
    ...Array.from({ length: 2000 }, () => scan),
    progressive.subarray(-2),
  ]);
  const make = mock.fn(() => Promise.resolve());
  await assert.rejects(decodePicture(endless, make), refusal('too_large'));
  assert.equal(make.mock.callCount(), 0);
});

test('takes the first frame of an animated picture', async () => {
  const side = 100;
  const pixels = Buffer.concat([200, 100, 50].map((grey) => Buffer.alloc(side * side * 3, grey)));
  const raw = { width: side, height: side * 3, channels: 3, pageHeight: side } as const;
  const animated = await sharp(pixels, { raw }).webp().toBuffer();
  assert.equal((await sharp(animated).metadata()).pages, 3);
  const made = await makeSquarePicture(animated);
  const { pages } = await sharp(made).metadata();
  const { channels } = await sharp(made).stats();
  assert.deepEqual([pages, Math.round((channels[0]?.mean ?? 0) / 10)], [undefined, 20]);
});

test('a small picture finishes while twenty large ones wait, and a cancelled one is not processed', async () => {
  const large = makePng(5880, 3910);
  const gone = new AbortController();
  let done = 0;
  const line = Array.from({ length: 20 }, async () => {
    await makeSquarePicture(large, gone.signal);
    done++;
  });
  assert.deepEqual([pictureBudget.inWork, pictureBudget.waiting], [5880 * 3910, 19]);
  const small = makeSquarePicture(jpeg);
  assert.deepEqual([pictureBudget.inWork, pictureBudget.waiting], [5880 * 3910 + 12e6, 19]);
  await small;
  assert.ok(done < 20);
  gone.abort();
  const outcomes = await Promise.allSettled(line);
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, done);
  assert.ok(done < 20);
  assert.deepEqual([pictureBudget.inWork, pictureBudget.waiting], [0, 0]);
});

test('accepts base64 with and without line breaks and as a data URL, and rejects other characters', () => {
  const bytes = Buffer.from('any bytes at all, here');
  const text = bytes.toString('base64');
  const lines = `${text.slice(0, 8)}\r\n${text.slice(8, 16)}\n${text.slice(16)}\n`;
  for (const good of [
    text,
    lines,
    `data:image/png;base64,${text}`,
    `DATA:image/svg+xml;charset=utf-8;base64,${text}`,
  ]) {
    assert.deepEqual(decodeBase64(good), bytes, good);
  }
  const bad = [
    '',
    '====',
    `${text}!`,
    text.slice(0, -1),
    ` ${text}`,
    `${text}AA==BB==`,
    'data:image/png,abcd',
    'https://example.org/a.png',
    '\u0000\u0000\u0000\u0000',
    'ab-_',
  ];
  for (const text of bad) assert.throws(() => decodeBase64(text), refusal('malformed'), JSON.stringify(text));
});

test('accepts exactly the texts that are valid base64', () => {
  const character = fc.constantFrom(...Array.from('AZaz09+/=-_ \u0000é\u{1F600}'));
  const text = fc.string({ unit: character, maxLength: 16 });
  const base64 = fc.base64String({ maxLength: 40 });
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        base64,
        fc.tuple(base64, text).map((parts) => parts.join('')),
      ),
      (given) => {
        const whole = given.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(given);
        if (whole) assert.deepEqual(decodeBase64(given), Buffer.from(given, 'base64'));
        else assert.throws(() => decodeBase64(given), refusal('malformed'));
      },
    ),
    { numRuns: 2000 },
  );
});

test('accepts 5 MiB of decoded data and rejects one byte more', () => {
  assert.equal(decodeBase64(Buffer.alloc(maximumImageBytes).toString('base64')).length, maximumImageBytes);
  const more = Buffer.alloc(maximumImageBytes + 1).toString('base64');
  assert.throws(() => decodeBase64(more), refusal('too_large'));
  assert.throws(() => decodeBase64('A'.repeat(20_000_000)), refusal('too_large'));
});

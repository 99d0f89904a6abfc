import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { decodePicture } from '../../platform/images/decode-picture.ts';
import { drawIcons } from './app-icons.ts';

test('the icons can be drawn after a photo of a user was decoded', async () => {
  const photo = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  await decodePicture(photo, (picture) => picture.webp().toBuffer());

  const icons = await drawIcons();

  const green = [11, 110, 79, 255];
  const white = [255, 255, 255, 255];
  const opacities = { 'icon-192.png': 0, 'icon-512.png': 0, 'icon-maskable.png': 255, 'icon-touch.png': 255 };
  assert.deepEqual([...icons.keys()], ['icon.svg', ...Object.keys(opacities)]);
  for (const [name, opacity] of Object.entries(opacities)) {
    const { data, info } = await sharp(icons.get(name)?.content)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const colourAt = (across: number, down: number): number[] => {
      const at = (Math.floor(down * info.height) * info.width + Math.floor(across * info.width)) * 4;
      return [...data.subarray(at, at + 4)];
    };
    assert.equal(colourAt(0, 0)[3], opacity, `${name}: its corner`);
    assert.deepEqual(colourAt(0.5, 0.03), green, `${name}: the square`);
    assert.deepEqual(colourAt(0.35, 0.65), white, `${name}: the wall`);
    assert.deepEqual(colourAt(0.5, 0.65), green, `${name}: the door`);
    assert.deepEqual(colourAt(0.5, 0.4), white, `${name}: above the door`);
  }
});

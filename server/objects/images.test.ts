import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readImage, type Image } from './images.ts';

/** Reads a valid image. */
const drawn = async (...args: Parameters<typeof readImage>): Promise<Image> => {
  const image = await readImage(...args);
  if (typeof image === 'string') throw new Error(image);
  return image;
};

const red = (width = 4, height = 2) => sharp({ create: { width, height, channels: 3, background: 'red' } });

describe('OBJ-02 images', () => {
  test('OBJ-02 are recognised by their content', async () => {
    const kinds = await Promise.all(
      [red().png(), red().jpeg(), red().gif(), red().webp()].map(async (image) => {
        const read = await drawn(await image.toBuffer());
        return [read.contentType, read.extension, (await sharp(read.bytes).metadata()).format];
      }),
    );
    expect(kinds).toEqual([
      ['image/png', 'png', 'png'],
      ['image/jpeg', 'jpeg', 'jpeg'],
      ['image/gif', 'gif', 'gif'],
      ['image/webp', 'webp', 'webp'],
    ]);
  });

  test('OBJ-02 threat 66 at most four are decoded at a time, however many arrive', async () => {
    const png = await red(400, 400).png().toBuffer();
    let most = 0;
    const count = () => (most = Math.max(most, sharp.counters().process + sharp.counters().queue));
    sharp.queue.on('change', count);
    await Promise.all(Array.from({ length: 20 }, () => drawn(png)));
    sharp.queue.off('change', count);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(4);
  });

  test('OBJ-02 threat 66 pages, texts, other formats and truncated images are none', async () => {
    const png = await red(200, 200).png({ compressionLevel: 0 }).toBuffer();
    const others = [
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      Buffer.from('%PDF-1.4'),
      Buffer.alloc(0),
      Buffer.from('\x89PNG\r\n\x1a\n'),
      png.subarray(0, png.length / 2),
      await red().tiff().toBuffer(),
    ];
    const answers = await Promise.all(others.map((bytes) => readImage(bytes)));
    const other = 'other kind';
    expect(answers).toEqual([other, other, other, other, 'broken', other]);
    for (const bytes of others) expect(await readImage(bytes, { drawSvg: true })).toBeTypeOf('string');
  });

  test('OBJ-02 lose hidden data inside and after them', async () => {
    const hidden = '<script>alert(1)</script>';
    const png = Buffer.concat([await red().png().toBuffer(), Buffer.from(hidden)]);
    const commented = await red()
      .jpeg()
      .withExif({ IFD0: { Copyright: hidden }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer();
    expect((await sharp(commented).metadata()).exif).toBeDefined();
    for (const bytes of [png, commented]) {
      const image = await drawn(bytes);
      expect(image.bytes.includes(hidden)).toBe(false);
      expect(await sharp(image.bytes).metadata()).toMatchObject({ width: 4, height: 2 });
      expect((await sharp(image.bytes).metadata()).exif).toBeUndefined();
    }
  });

  test('OBJ-02 stay upright although their orientation tag is removed', async () => {
    const lying = await red(4, 2).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    const image = await drawn(lying);
    expect([image.width, image.height]).toEqual([2, 4]);
    const { width, height, orientation } = await sharp(image.bytes).metadata();
    expect([width, height, orientation]).toEqual([2, 4, undefined]);
  });

  test('OBJ-02 with animation keep their frames', async () => {
    const frames = await Promise.all(
      ['red', 'green', 'blue'].map((background) =>
        sharp({ create: { width: 4, height: 4, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: 100 })
      .toBuffer();
    const image = await drawn(gif);
    expect([image.width, image.height]).toEqual([4, 4]);
    expect((await sharp(image?.bytes, { animated: true }).metadata()).pages).toBe(3);
  });

  test('OBJ-02 threat 69 with too many pixels are refused by their header', async () => {
    const png = await red(10, 10).png().toBuffer();
    // Width and height in the header. The checksum is wrong, but the limit applies before it is checked.
    png.writeUInt32BE(50_000, 16);
    png.writeUInt32BE(50_000, 20);
    expect(await readImage(png)).toBe('too many pixels');
    const wide = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"/>');
    expect(await readImage(wide, { drawSvg: true })).toBe('too many pixels');
    expect(await readImage(await red(10_000, 5_001).png().toBuffer())).toBe('too many pixels');
  });

  test('OBJ-02 threat 69 with more than a thousand frames are refused, however small', async () => {
    const animation = (frames: number) =>
      sharp(Buffer.from(Array.from({ length: 3 * frames }, (_, n) => (n * 7_919) % 256)), {
        raw: { width: 1, height: frames, channels: 3, pageHeight: 1 },
      })
        .gif()
        .toBuffer();
    expect(await readImage(await animation(1_000))).toMatchObject({ contentType: 'image/gif' });
    expect(await readImage(await animation(1_001))).toBe('too many pixels');
  });

  test('OBJ-02 threat 65 in SVG are refused, and rendering to PNG reads nothing from this machine', async () => {
    const svg = (inside: string) =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9">${inside}</svg>`,
      );
    expect(await readImage(svg('<rect width="9" height="9"/>'))).toBe('other kind');
    const draw = (inside: string) => drawn(svg(inside), { drawSvg: true });
    const image = await draw('<script>alert(1)</script><rect width="9" height="9" fill="red"/>');
    expect(image).toMatchObject({ contentType: 'image/png', extension: 'png' });
    const outside = await draw(
      '<image xlink:href="file:///usr/share/pixmaps/debian-logo.png" width="9" height="9"/>',
    );
    expect(outside.bytes).toEqual((await draw('')).bytes);
  });
});

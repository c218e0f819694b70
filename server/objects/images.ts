import pLimit from 'p-limit';

/** Maximum pixels of an image including all frames; checked in its header before decoding. */
const MAX_PIXELS = 50_000_000;
const MAX_FRAMES = 1_000;

/** Formats of stored images with their content types. */
const KEPT = { png: 'image/png', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' } as const;
type Kept = keyof typeof KEPT;

/** Images processed in parallel: each may take 200 MB, and Node has many more threads. */
const limited = pLimit(4);

export type Image = { bytes: Buffer; contentType: string; extension: string; width: number; height: number };

/** Why an image is refused: an unsupported format, damaged, or too expensive to decode. */
export type NoImage = 'other kind' | 'broken' | 'too many pixels';

/** First bytes of PNG, JPEG, GIF and WebP files. */
// oxlint-disable-next-line no-control-regex
const SIGNATURES = /^(\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF[^]{4}WEBP)/;

/**
 * Detects the format by the content. PNG, JPEG, GIF and WebP are encoded again, which drops metadata and hidden
 * content. SVG may contain scripts: it is rendered to PNG with `drawSvg`, and refused otherwise.
 */
export const readImage = (bytes: Buffer, options?: { drawSvg?: boolean }): Promise<Image | NoImage> =>
  limited(() => reencode(bytes, options));

async function reencode(bytes: Buffer, { drawSvg = false } = {}): Promise<Image | NoImage> {
  // Decoders receive only known formats.
  if (!drawSvg && !SIGNATURES.test(bytes.toString('latin1', 0, 12))) return 'other kind';
  try {
    const { default: sharp } = await import('sharp');
    const {
      format,
      width,
      height,
      pages = 1,
    } = await sharp(bytes, {
      animated: true,
      limitInputPixels: false,
    }).metadata();
    const kept: Kept | undefined = format === 'svg' ? 'png' : format in KEPT ? (format as Kept) : undefined;
    if (!kept) return 'other kind';
    if (width * height > MAX_PIXELS || pages > MAX_FRAMES) return 'too many pixels';
    // Applies a photo's orientation first, since its metadata is dropped.
    const { data, info } = await sharp(bytes, {
      animated: true,
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
    })
      .autoOrient()
      .timeout({ seconds: 20 })
      .toFormat(kept)
      .toBuffer({ resolveWithObject: true });
    const size = { width: info.width, height: info.pageHeight ?? info.height };
    return { bytes: data, contentType: KEPT[kept], extension: kept, ...size };
  } catch {
    // sharp cannot read the bytes.
    return 'broken';
  }
}

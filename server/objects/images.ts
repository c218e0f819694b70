import sharp from 'sharp';

/** Pixels of one image, all frames together; checked from its header before anything is decoded. */
const MAX_PIXELS = 50_000_000;

const KEPT = { png: 'image/png', jpeg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' } as const;
type Kept = keyof typeof KEPT;

export type Image = { bytes: Buffer; contentType: string; extension: string };

/**
 * What a file really is, told by its content: PNG, JPEG, GIF and WebP drawn anew (which leaves metadata and anything
 * hidden behind), SVG drawn to PNG since it could carry script. undefined for everything else.
 */
export async function readImage(bytes: Buffer): Promise<Image | undefined> {
  try {
    const image = sharp(bytes, { animated: true, limitInputPixels: MAX_PIXELS, failOn: 'error' });
    const { format } = await image.metadata();
    const kept: Kept | undefined = format === 'svg' ? 'png' : format in KEPT ? (format as Kept) : undefined;
    if (!kept) return undefined;
    // A photo's orientation stands in the metadata that is left behind, so it is applied first.
    const drawn = await image.autoOrient().timeout({ seconds: 20 }).toFormat(kept).toBuffer();
    return { bytes: drawn, contentType: KEPT[kept], extension: kept };
  } catch {
    // sharp says in many words that it cannot read the bytes; to the caller it simply is no image.
    return undefined;
  }
}

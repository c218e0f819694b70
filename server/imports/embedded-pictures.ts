/** Pictures that a page holds as base64 within its text. They are far longer than the text, so they are taken out of it. */

/** Data URLs by the address that stands in their place. */
export type Pictures = Map<string, string>;

const PICTURE =
  /(?<=\]\(\s{0,9}<?|\bsrc\s{0,9}=\s{0,9}["']?)data:image\/(?:png|jpe?g|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}/gi;

export function withoutPictures(text: string): { text: string; pictures: Pictures } {
  const pictures: Pictures = new Map();
  const short = text.replaceAll(PICTURE, (url) => {
    const address = `embedded-picture:${pictures.size + 1}:`;
    pictures.set(address, url);
    return address;
  });
  return { text: short, pictures };
}

/** Puts back what is still there, such as examples in code and pictures that cannot be shown. */
export const withPictures = (text: string, pictures: Pictures): string =>
  pictures.size === 0
    ? text
    : text.replaceAll(/embedded-picture:\d+:/g, (address) => pictures.get(address) ?? address);

/** The content of a data URL as a file. */
export function fileOfPicture(url: string): { path: string; content: Buffer } {
  const [, type = ''] = /^data:image\/(\w+)/i.exec(url) ?? [];
  return { path: `picture.${type}`, content: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') };
}

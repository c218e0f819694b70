/** The id of a heading from its words, as on GitHub, so that links written for it keep leading to the same place. */
export const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** The ids of one page, each given once. A second heading of the same words gets `-1` behind its own. */
export class HeadingIds {
  /** By slug, the last number behind it. */
  private readonly taken = new Map<string, number>();

  /** Keeps an id from headings that come later. */
  take(id: string): void {
    if (!this.taken.has(id)) this.taken.set(id, 0);
  }

  give(slug: string): string {
    let count = this.taken.get(slug);
    let id = slug;
    if (count !== undefined) {
      do id = `${slug}-${++count}`;
      while (this.taken.has(id));
      this.taken.set(slug, count);
    }
    this.take(id);
    return id;
  }
}

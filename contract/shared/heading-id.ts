/** The id of a heading by GitHub's rules, so that links written for GitHub keep working. */
export const slugOf = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** Unique ids of one page: a repeated heading gets `-1` appended, and so on. */
export class HeadingIds {
  /** Last suffix by slug. */
  private readonly taken = new Map<string, number>();

  /** Reserves an id, so that later headings do not get it. */
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

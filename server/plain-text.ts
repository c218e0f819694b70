/** What a markdown text says, without its markup, on one line; good enough for a few lines under a title. */
export const plainText = (markdown: string): string =>
  markdown
    .replace(/<!--[\s\S]*?-->|<\/?[a-z][^>]*>/gi, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)]|`{3,}\w*|~{3,}\w*)(?=\s|$)/gm, ' ')
    .replace(/[*`~]+/g, '')
    .replace(/\|/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

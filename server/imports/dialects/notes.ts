import { headOfKind, isKindOfNote, kindOfNote } from '../html/elements.ts';

export const isFolded = (name: string): boolean =>
  /^(?:details|spoiler|collapse|expand|accordion)$/i.test(name);

/** `**Warning: Title**` */
export function headOfNote(word: string, title: string): string {
  const kind = kindOfNote(isKindOfNote(title) ? title : word);
  // Bold words within bold ones would end them.
  return `**${headOfKind(kind, title.replaceAll('**', ''))}**`;
}

/** Markdown within a line of HTML. */
export const inlineHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\[([^[\]]+)\]\(([^()\s"]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');

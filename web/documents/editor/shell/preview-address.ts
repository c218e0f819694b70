import { paths } from '../../../paths.ts';

/** Keeps the preview mode when a reader follows a link to another document. */
export function inPreview(address: string): string {
  const url = new URL(address, 'http://own.invalid');
  if (url.pathname !== paths.knowledgeBase || !url.searchParams.has('doc')) return address;
  url.searchParams.set('mode', 'preview');
  return url.pathname + url.search + url.hash;
}

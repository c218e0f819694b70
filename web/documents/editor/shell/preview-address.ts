import { paths } from '../../../paths.ts';

/** Who reads in the preview goes on reading: a link to another document opens its preview too. */
export function inPreview(address: string): string {
  const url = new URL(address, 'http://own.invalid');
  if (url.pathname !== paths.knowledgeBase || !url.searchParams.has('doc')) return address;
  url.searchParams.set('mode', 'preview');
  return url.pathname + url.search + url.hash;
}

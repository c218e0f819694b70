import { prerender } from 'react-dom/static';
import { queryClient } from './api/query.ts';
import { currentUser } from './api/session.ts';
import { Application } from './application.tsx';
import { visitorPaths } from './paths.ts';

/**
 * Markup of the visitor pages by path. The build calls this: the pages are the same for everybody, so they can be read
 * before any script loads. Paths with a parameter are not prerendered.
 */
export async function prerenderPages(): Promise<Record<string, string>> {
  queryClient.setQueryData(currentUser.queryKey, null);
  const pages: Record<string, string> = {};
  const faults: unknown[] = [];
  const onError = (error: unknown) => void faults.push(error);
  for (const path of Object.values(visitorPaths).filter((each) => !each.includes('$'))) {
    const { prelude } = await prerender(<Application prerendered={path} />, {
      progressiveChunkSize: Infinity,
      onError,
    });
    pages[path] = await new Response(prelude).text();
    // The content policy forbids inline scripts.
    if (/<script/i.test(pages[path] ?? '')) throw new Error(`The page ${path} needs an inline script`);
  }
  if (faults.length > 0) throw new AggregateError(faults, 'A visitor page cannot be prerendered');
  return pages;
}

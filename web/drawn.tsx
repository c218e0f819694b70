import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { queryClient } from './api/query-client.ts';
import { currentUser } from './api/session.ts';
import { Application } from './application.tsx';
import { VISITOR_SCREENS } from './first-files.ts';

/**
 * The pages of visitors as markup, by address, made when the screens are built: they say the same to everybody, so that
 * they can be read before any script is here. Addresses with a part of their own say something else each time.
 */
export async function drawPages(): Promise<Record<string, string>> {
  queryClient.setQueryData(currentUser.queryKey, null);
  const pages: Record<string, string> = {};
  const faults: unknown[] = [];
  const onError = (error: unknown) => void faults.push(error);
  for (const path of Object.keys(VISITOR_SCREENS).filter((each) => !each.includes(':'))) {
    const { prelude } = await prerender(
      <Router ssrPath={path}>
        <Application />
      </Router>,
      { progressiveChunkSize: Infinity, onError },
    );
    pages[path] = await new Response(prelude).text();
    // The content policy runs no script that stands in a page.
    if (/<script/i.test(pages[path] ?? ''))
      throw new Error(`The page ${path} would need a script of its own`);
  }
  if (faults.length > 0) throw new AggregateError(faults, 'A page of visitors cannot be drawn');
  return pages;
}

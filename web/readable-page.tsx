import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { ReadableDocument, type ReadDocument } from './documents/reading/readable-document.tsx';
import { loadForms } from './documents/editor/structured/content-form.tsx';

await loadForms();

/**
 * Markup of a document's text for the page of its address. The server calls this (server/http/pages.ts), so that people can
 * read before any script loads. It reserves the space of the sidebar and the top bar, which arrive with the application.
 */
export const renderReadablePage = (document: ReadDocument, lineCount: number): string =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <div data-first-text className="absolute inset-x-0 top-0 flex min-h-dvh">
        <div className="sidebar-space h-dvh flex-none border-r border-border bg-background max-md:hidden" />
        <div className="min-w-0 flex-1">
          <div className="h-14 border-b border-border max-md:h-13" />
          <div className="relative">
            <ReadableDocument document={document} lineCount={lineCount} />
          </div>
        </div>
      </div>
    </QueryClientProvider>,
    { identifierPrefix: 'early-' },
  );

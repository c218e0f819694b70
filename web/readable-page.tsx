import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { DocumentServers } from '../contract/calls/servers.ts';
import { renderToString } from 'react-dom/server';
import { ReadableDocument, type ReadDocument } from './documents/reading/readable-document.tsx';
import { loadForms } from './documents/editor/structured/content-form.tsx';
import { type DocumentToRead, ReadingText } from './documents/reading/reading-text.tsx';
import { type Part, partsOf, partsAsWritten } from './ui/markdown/safe-tree.ts';

await loadForms();

/**
 * Markup of a document for the page of its address. The server calls this (server/http/pages.ts), so that people can read
 * before any script loads. It reserves the space of the sidebar and the top bar, which arrive with the application.
 */
const renderPage = (content: ReactNode): string =>
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <div data-first-text className="absolute inset-x-0 top-0 flex min-h-dvh print:static">
        <div className="sidebar-space h-dvh flex-none border-r border-border bg-background max-md:hidden print:hidden" />
        <div className="min-w-0 flex-1">
          <div className="h-14 border-b border-border max-md:h-13 print:hidden" />
          <div className="relative">{content}</div>
        </div>
      </div>
    </QueryClientProvider>,
    { identifierPrefix: 'early-' },
  );

type Readable = { document: ReadDocument; lineCount: number };

/** The beginning of a document, in the fields of its editor. */
export const renderReadablePage = ({ document, lineCount }: Readable): string =>
  renderPage(<ReadableDocument document={document} lineCount={lineCount} />);

type ToRead = { document: DocumentToRead; servers: DocumentServers; isAsWritten?: boolean };

/** The whole text of a document. `isAsWritten`: without reading its markdown, which may take too long. */
export const renderReadingPage = ({ document, servers, isAsWritten = false }: ToRead): string => {
  const parts = isAsWritten ? partsAsWritten(document.content) : partsRead(document.content);
  return renderPage(
    <>
      <div className="h-[3.3125rem] border-b border-border max-md:h-[3.8125rem] print:hidden" />
      <section aria-label="Document" className="relative z-4 min-h-[calc(100dvh-7rem)] bg-surface">
        <ReadingText document={document} servers={servers} origin="" parsed={parts} />
      </section>
    </>,
  );
};

/** Characters of the texts whose parts are kept: reading one takes much longer than rendering it. */
const MOST_KEPT = 500_000;
const kept = new Map<string, Part[]>();

/** The parts of a text. Those of the last texts are kept, because a page is read more often than it is changed. */
function partsRead(text: string): Part[] {
  const parts = kept.get(text) ?? partsOf(text);
  kept.delete(text);
  kept.set(text, parts);
  let characters = 0;
  for (const each of [...kept.keys()].toReversed())
    if ((characters += each.length) > MOST_KEPT) kept.delete(each);
  return parts;
}

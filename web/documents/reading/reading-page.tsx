import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, notFound, rootRouteId, useLocation } from '@tanstack/react-router';
import { ArrowLeft, Trash2 } from 'lucide-react';
import { use, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Document } from '../../../contract/calls/documents.ts';
import { type DocumentServers, servers as serverCalls } from '../../../contract/calls/servers.ts';
import { ApiError } from '../../../contract/shared/error.ts';
import { query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { useCurrentUser } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { openedLater, PartFailed } from '../../ui/feedback/part.tsx';
import { Placeholders, Skeleton } from '../../ui/feedback/list-states.tsx';
import { PageHeader, PageHeaderSlot, useScreen } from '../../ui/layout/page-header.tsx';
import { StoredReaders } from '../readers/readers-field.tsx';
import { Related } from '../editor/shell/related.tsx';
import { useLightPaper } from '../print/light-paper.ts';
import { usePrintKey } from '../print/use-print-key.ts';
import { DrawAll } from '../../ui/markdown/use-was-seen.ts';
import { keepPosition, keptPosition, positionIn, scrollToPosition } from './position.ts';
import { BAR_CLASS, ReadingBar } from './reading-bar.tsx';
import { ReadingText } from './reading-text.tsx';
import { handOverTo, hasServedArticle, removeServedArticle } from './served-article.ts';
import { useLinks } from './use-links.ts';
import { useStoredDocument } from './use-stored-document.ts';

const TakeAccess = openedLater(() => import('../readers/take-access.tsx'), 'TakeAccess');

const route = getRouteApi('/signed-in/knowledge-base/$documentId');

/** One document to read. Its text is in the page already when somebody comes from outside. */
export function ReadingPage() {
  const { documentId } = route.useParams();
  const stored = useStoredDocument(documentId);
  const { data: user } = useCurrentUser();
  const { document, isPending, error, retry } = stored;
  useEffect(() => removeServedArticle, [documentId]);
  const isGone = error instanceof ApiError && error.status === 404;
  const isId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(documentId);
  if (document) return <Reading key={documentId} document={document} isGone={isGone} />;
  if (isGone && user?.role === 'admin' && isId) return <TakeAccess documentId={documentId} />;
  if (isGone) throw notFound({ routeId: rootRouteId });
  if (isPending)
    return (
      <Placeholders count={1} className="p-4 md:p-6">
        <Skeleton className="mt-13 h-8 w-1/2" />
        <Skeleton className="mt-8 h-4 w-2/3" />
        <Skeleton className="mt-3 h-4 w-3/5" />
      </Placeholders>
    );
  if (hasServedArticle())
    return (
      <div className={BAR_CLASS}>
        <PartFailed name="The rest of the page" onRetry={retry} />
      </div>
    );
  return (
    <>
      <PageHeader title="Knowledge Base" />
      <ReadFailed read={{ error, refetch: async () => retry() }} title="The document could not be loaded" />
    </>
  );
}

function Reading({ document, isGone }: { document: Document; isGone: boolean }) {
  const heading = useScreen(document.title);
  const links = useLinks();
  const { data: user } = useCurrentUser();
  const { data: servers = NONE } = useQuery({
    ...query(serverCalls.ofDocument, { params: { id: document.id } }),
    refetchInterval: STATES_MS,
  });
  const anchor = useLocation({ select: ({ hash }) => hash });
  const page = useRef<HTMLDivElement>(null);
  useLightPaper();
  const isDrawingAll = usePrintKey(page);
  // Where somebody read before weighs more than the heading in the address, from which they went on.
  const [before] = useState(() => ({ position: keptPosition(), anchor }));
  const isShown = useRef(false);
  useKeptPosition(page);
  const show = (article: HTMLElement) => {
    const isTaken = handOverTo(article);
    if (!isTaken && !isShown.current && before.position) scrollToPosition(article, before.position);
    isShown.current = true;
  };
  return (
    <>
      <Place />
      <ReadingBar document={document} page={page} />
      {isGone && <Gone />}
      <div ref={page}>
        <DrawAll value={isDrawingAll}>
          <ReadingText
            document={document}
            servers={servers}
            origin={location.origin}
            reader={user ? `${user.firstName} ${user.lastName}`.trim() || user.email : ''}
            titleRef={heading}
            links={links}
            anchor={before.position && anchor === before.anchor ? undefined : anchor}
            onWhole={show}
          >
            <div className="mt-10 border-t border-border pt-4 print:hidden">
              <StoredReaders document={document} />
            </div>
            <Related id={document.id} />
          </ReadingText>
        </DrawAll>
      </div>
    </>
  );
}

const NONE: DocumentServers = [];
/** The states of servers change without a change of the document. */
const STATES_MS = 60_000;

/** The way back, in the top bar: the title is that of the document. */
function Place() {
  const slot = use(PageHeaderSlot);
  return (
    slot &&
    createPortal(
      <Link
        to={paths.knowledgeBase}
        className="inline-flex max-w-full items-center gap-1.5 text-sm text-muted hover:text-text"
      >
        <ArrowLeft size={14} className="flex-none" aria-hidden />
        <span className="truncate">Knowledge Base</span>
      </Link>,
      slot,
    )
  );
}

/** Somebody deleted the document while it is read. */
const Gone = () => (
  <p
    role="status"
    className="flex items-center gap-2 border-b border-yellow-line bg-yellow-soft px-4 py-2.5 text-sm md:px-6 print:hidden"
  >
    <Trash2 size={16} className="flex-none text-yellow" aria-hidden />
    This document was deleted. You read its last version; the bin keeps it for 30 days.
  </p>
);

/** Keeps what is read, for going back and for reloading. */
function useKeptPosition(page: { current: HTMLElement | null }): void {
  useEffect(() => {
    const box = page.current;
    const { pathname } = location;
    // While another page loads, this one is still shown at the address of the other.
    const keep = () => {
      if (box?.isConnected && location.pathname === pathname) keepPosition(positionIn(box));
    };
    addEventListener('scrollend', keep);
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('scrollend', keep);
      removeEventListener('pagehide', keep);
    };
  }, [page]);
}

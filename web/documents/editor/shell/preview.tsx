import { useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { whenIdle } from '../../../lib/when-idle.ts';
import { fetchedPart, Part } from '../../../ui/feedback/part.tsx';
import { Placeholders, Skeleton } from '../../../ui/feedback/list-states.tsx';
import type { DocumentArticleProps } from '../../reading/document-article.tsx';
import { useLinks } from '../../reading/use-links.ts';

const loadView = () => import('../../reading/document-article.tsx');
const DocumentArticle = fetchedPart<DocumentArticleProps>(loadView, 'DocumentArticle');

const LONG = 10_000;
/** Pause in typing before the preview is prepared. */
const PAUSE_MS = 500;

/** Loads what the preview needs and renders its first screen, so that it opens at once, even offline. */
export function usePreviewAhead(content: string) {
  const isLong = content.length > LONG;
  useEffect(() => {
    const load = isLong
      ? Promise.all([loadView(), import('../../../ui/markdown/long-text.ts')]).then(([, aside]) =>
          aside.startWorker(),
        )
      : loadView();
    // Missing parts are loaded again when the preview opens.
    load.catch(() => undefined);
  }, [isLong]);
  useEffect(
    () =>
      whenIdle(() => {
        import('../../../ui/markdown/long-text.ts').then(
          ({ partsOfBeginning }) => void partsOfBeginning(content),
          () => undefined,
        );
      }, PAUSE_MS),
    [content],
  );
}

type Props = {
  title: string;
  content: string;
  /** Shown between title and text. */
  children: ReactNode;
};

/** The document as readers see it, including unsaved changes. */
export function Preview({ title, content, children }: Props) {
  const anchor = useLocation({ select: ({ hash }) => hash });
  const links = useLinks();
  return (
    <Part name="The text" of={[content]}>
      <Suspense fallback={<Loading />}>
        <DocumentArticle
          as="h2"
          title={title}
          content={content}
          facts={<div className="mb-4">{children}</div>}
          contents="folded"
          links={links}
          anchor={anchor}
        />
      </Suspense>
    </Part>
  );
}

const Loading = () => (
  <Placeholders count={3}>
    <Skeleton className="mb-3 h-4 w-3/5" />
  </Placeholders>
);

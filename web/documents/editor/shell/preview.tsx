import { useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { whenIdle } from '../../../lib/when-idle.ts';
import { fetchedPart, Part } from '../../../ui/feedback/part.tsx';
import { inPreview } from './preview-address.ts';
import { Placeholders, Skeleton } from '../../../ui/feedback/list-states.tsx';
import type { MarkdownText } from '../../../ui/markdown/markdown-view.tsx';

const loadView = () => import('../../../ui/markdown/markdown-view.tsx');
const MarkdownView = fetchedPart<MarkdownText>(loadView, 'MarkdownView');

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
  const router = useRouter();
  const anchor = useLocation({ select: ({ hash }) => hash });
  const links = useMemo(
    () => ({
      address: inPreview,
      follow: (address: string) =>
        void (address.startsWith('#')
          ? router.navigate({
              to: '.',
              search: true,
              state: true,
              hash: address.slice(1),
              resetScroll: false,
            })
          : router.navigate({ href: address })),
    }),
    [router],
  );
  return (
    <article>
      {/* Most imported pages contain their title. */}
      {!startsWithTitle(content, title) && (
        <h2 className="text-2xl tracking-[-0.02em] [overflow-wrap:anywhere] max-md:text-xl">
          {title || 'Untitled'}
        </h2>
      )}
      <div className="mb-4">{children}</div>
      {content.trim() === '' && <p className="text-sm text-muted">There is no text yet.</p>}
      <Part name="The text" of={[content]}>
        <Suspense fallback={<Loading />}>
          <MarkdownView text={content} links={links} anchor={anchor} />
        </Suspense>
      </Part>
    </article>
  );
}

const startsWithTitle = (content: string, title: string): boolean =>
  /^\s*#[ \t]+(.*?)[ \t]*#*[ \t]*(\r?\n|$)/.exec(content)?.[1] === title;

const Loading = () => (
  <Placeholders count={3}>
    <Skeleton className="mb-3 h-4 w-3/5" />
  </Placeholders>
);

import { CircleCheck, CircleX } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { Source } from '../../contract/assistant.ts';

type Props = { sources: Source[]; onOpen: (address: string) => void };

/** What a reply of a model rests on, each with whether it is really there. What is not does not link. */
export const SourceList = ({ sources, onOpen }: Props) => (
  <section aria-label="Sources" className="mt-1 border-t border-border pt-2 text-xs">
    <p className="mb-1 text-muted">Sources</p>
    <ul className="flex flex-col gap-1">
      {sources.map((source) => (
        <li
          key={`${source.title} ${source.url} ${source.quote}`}
          className="flex min-w-0 items-start gap-1.5"
        >
          {source.verified ? (
            <CircleCheck size={14} className="mt-px flex-none text-green" aria-hidden />
          ) : (
            <CircleX size={14} className="mt-px flex-none text-red" aria-hidden />
          )}
          <SourceText source={source} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  </section>
);

function SourceText({
  source: { title, url, quote, verified },
  onOpen,
}: { source: Source } & Pick<Props, 'onOpen'>) {
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(url);
  };
  return (
    <span className="min-w-0">
      {verified && url !== '' ? (
        <a href={url} onClick={open} className="text-accent-ink underline underline-offset-2">
          {title}
        </a>
      ) : (
        title
      )}
      {verified ? (
        <span className="text-muted"> verified</span>
      ) : (
        <span className="text-red"> not found in the source</span>
      )}
      {quote && <q className="block truncate text-muted">{quote}</q>}
    </span>
  );
}

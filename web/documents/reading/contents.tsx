import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { isPlainClick } from '../../lib/plain-click.ts';
import type { Heading } from '../../ui/markdown/headings.ts';

type Props = {
  headings: Heading[];
  /** The heading whose text is read now. */
  current: string | undefined;
  onFollow: (id: string) => void;
};

/** The headings of a text as links. */
const HeadingLinks = ({ headings, current, onFollow }: Props) => (
  <ul className="text-sm">
    {headings.map(({ id, text, depth }) => (
      <li key={id}>
        <a
          href={`#${id}`}
          aria-current={id === current ? 'location' : undefined}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onFollow(id);
          }}
          className={classNames(
            'block border-l-2 border-transparent py-1 pr-1 [overflow-wrap:anywhere] text-muted hover:text-text',
            'aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-text',
            depth === 0 ? 'pl-3' : 'pl-6',
          )}
        >
          {text}
        </a>
      </li>
    ))}
  </ul>
);

/** The contents beside the text, where the window is wide enough. They stay in view. */
export const ContentsBeside = (props: Props) => (
  <nav
    aria-label="Contents"
    className={
      'sticky top-30 max-h-[calc(100dvh-9rem)] self-start overflow-y-auto border-l border-border pb-4 ' +
      'max-xl:hidden print:hidden'
    }
  >
    <p className="mb-1 pl-3.5 text-xs font-medium text-muted">Contents</p>
    <HeadingLinks {...props} />
  </nav>
);

/** The contents above the text, folded to one line that names the current heading. The line stays in view. */
export function FoldedContents({ className, onFollow, ...props }: Props & { className: string }) {
  const box = useRef<HTMLDetailsElement>(null);
  const { headings, current } = props;
  return (
    <nav aria-label="Contents" className={classNames('print:hidden', className)}>
      <details ref={box} className="group border-y border-border bg-surface text-sm">
        <summary className="flex min-h-9 items-center gap-2 [&::-webkit-details-marker]:hidden">
          <ChevronDown size={14} className="flex-none text-muted group-open:rotate-180" aria-hidden />
          <span className="flex-none font-medium">Contents</span>
          <span className="truncate text-muted">{headings.find(({ id }) => id === current)?.text}</span>
        </summary>
        <div className="max-h-[60dvh] overflow-y-auto pb-2">
          <HeadingLinks
            {...props}
            onFollow={(id) => {
              if (box.current) box.current.open = false;
              onFollow(id);
            }}
          />
        </div>
      </details>
    </nav>
  );
}

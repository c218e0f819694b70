import { createContext, type RefObject, use, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { announce } from '../feedback/announcer.tsx';

/** The place in the top bar where the header of the page on screen appears. */
export const PageHeaderSlot = createContext<HTMLElement | null>(null);

let isFirstScreen = true;

/**
 * What every screen does when it appears: it names the document and, unless it is the first one of the visit, is
 * announced and takes the focus with its h1, so that keyboard and screen reader go on there.
 */
export function useScreen(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Ops Hub`;
  }, [title]);
  useEffect(() => {
    if (!isFirstScreen) {
      heading.current?.focus({ preventScroll: true });
      announce(document.title);
    }
    isFirstScreen = false;
  }, []);
  return heading;
}

/** The only h1 of a screen inside of the shell, with its subtitle. */
export function PageHeader({ title, subtitle }: { title: string; subtitle?: string | undefined }) {
  const slot = use(PageHeaderSlot);
  return slot && createPortal(<Header title={title} subtitle={subtitle} />, slot);
}

function Header({ title, subtitle }: { title: string; subtitle: string | undefined }) {
  const heading = useScreen(title);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="truncate text-lg">
        {title}
      </h1>
      {subtitle && <p className="truncate text-xs text-muted max-md:hidden">{subtitle}</p>}
    </>
  );
}

import { createContext, type RefObject, use, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { announce } from '../feedback/announcer.tsx';
import { nameTab, screenName } from './tab-title.ts';

/** The element of the top bar in which the current page renders its header. */
export const PageHeaderSlot = createContext<HTMLElement | null>(null);

let isFirstScreen = true;

/**
 * Sets the document title. Except on the first screen of a visit, it also announces the screen and focuses its h1, so
 * that keyboard and screen reader continue there.
 */
export function useScreen(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => nameTab(`${title} · Ops Hub`), [title]);
  useEffect(() => {
    if (!isFirstScreen) {
      heading.current?.focus({ preventScroll: true });
      announce(screenName());
    }
    isFirstScreen = false;
  }, []);
  return heading;
}

/** The only h1 of a screen inside the shell, with its subtitle. */
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

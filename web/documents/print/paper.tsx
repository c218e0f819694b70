import { type ReactNode, useEffect, useRef, useLayoutEffect } from 'react';
import { exactTime } from '../../../contract/dates.ts';
import { MarkdownView } from '../../ui/markdown/markdown-view.tsx';
import { useScreen } from '../../ui/layout/page-header.tsx';
import './print.css';

/** Shows the light theme until the returned function is called, even if the theme changes meanwhile. */
function lighten(): () => void {
  const { dataset } = document.documentElement;
  const wasPaper = 'paper' in dataset;
  const apply = () => dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  dataset['paper'] = '';
  apply();
  return () => {
    if (!wasPaper) delete dataset['paper'];
    apply();
  };
}

/** While mounted, everything is rendered in the light theme, including diagrams. */
export const useLightTheme = () => useLayoutEffect(lighten, []);

/** Uses the light theme while the browser prints, because paper is white. */
const useLightPaper = () =>
  useEffect(() => {
    let restore: (() => void) | undefined;
    const before = () => (restore = lighten());
    const after = () => restore?.();
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);

type Props = {
  document: { title: string; content: string; version: number; updatedAt: string };
  /** The address as people type it. */
  address: string;
  note?: ReactNode;
};

/** A printed document: title, version, date and address, then the whole text. */
export function Paper({ document: { title, content, version, updatedAt }, address, note }: Props) {
  const heading = useScreen(title);
  const sheet = useRef<HTMLElement>(null);
  useLightPaper();
  useEffect(() => {
    const box = sheet.current;
    if (!box) return undefined;
    // The text arrives in parts, so folded sections and steps are prepared after each part.
    const prepare = () => {
      for (const details of box.querySelectorAll('details')) details.open = true;
      for (const head of box.querySelectorAll<HTMLElement>('[data-level]'))
        if (/^step \d/i.test(head.textContent)) head.dataset['step'] = '';
    };
    prepare();
    const observer = new MutationObserver(prepare);
    observer.observe(box, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
  return (
    <article ref={sheet} className="paper" style={{ '--origin': `"${location.origin}"` } as object}>
      <h1 ref={heading} tabIndex={-1} className="text-2xl tracking-[-0.02em] [overflow-wrap:anywhere]">
        {title}
      </h1>
      <p className="mt-1 text-xs text-muted">
        Version {version} · {exactTime(updatedAt)}
        {note}
      </p>
      <p className="tech mb-5 text-xs [overflow-wrap:anywhere] text-muted">{address}</p>
      <MarkdownView text={content} />
    </article>
  );
}

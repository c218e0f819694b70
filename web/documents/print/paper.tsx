import { type ReactNode, useEffect, useRef } from 'react';
import { exactTime } from '../../../contract/shared/dates.ts';
import { MarkdownView } from '../../ui/markdown/markdown-view.tsx';
import { useScreen } from '../../ui/layout/page-header.tsx';
import { useLightPaper } from './light-paper.ts';
import './print.css';

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

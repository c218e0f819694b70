import type { TimeStyle } from '../../../contract/shared/dates.ts';
import type { ReactNode } from 'react';
import { useScreen } from '../../ui/layout/page-header.tsx';
import type { Links } from '../../ui/markdown/elements.tsx';
import { DocumentArticle } from '../reading/document-article.tsx';
import { useLightPaper } from './light-paper.ts';
import { PaperFacts } from './paper-facts.tsx';

type Props = {
  document: { title: string; content: string; version: number; updatedAt: string };
  /** The address as people type it. */
  address: string;
  note?: ReactNode;
  timeStyle?: TimeStyle | undefined;
  contents: 'folded' | 'none';
  links?: Links;
  anchor?: string;
};

/** A document as it is printed: title, version, date and address, then the whole text. */
export function Paper({ document, address, note, timeStyle, ...text }: Props) {
  const heading = useScreen(document.title);
  useLightPaper();
  return (
    <DocumentArticle
      {...text}
      title={document.title}
      content={document.content}
      titleRef={heading}
      facts={<PaperFacts {...{ document, address, note, timeStyle }} className="mb-5" />}
    />
  );
}

import { type Ref, useState } from 'react';
import { type Document, withLineFeeds } from '../../../contract/calls/documents.ts';
import { DocumentText } from '../editor/shell/document-text.tsx';
import { VersionLine } from './version-line.tsx';
import { BAR, COLUMNS, PAGE } from './look.ts';
import { TextLines } from './text-lines.tsx';

export type ReadDocument = Pick<
  Document,
  | 'id'
  | 'title'
  | 'content'
  | 'category'
  | 'templateType'
  | 'version'
  | 'updatedAt'
  | 'authorName'
  | 'lastUpdatedByName'
>;

type Props = {
  document: ReadDocument;
  /** Lines of the whole text, if the document has only its beginning. */
  lineCount?: number;
  ref?: Ref<HTMLElement>;
};

/**
 * The text of a document before its editor is there: the same fields at the same positions, for reading and typing. It
 * covers the editor while that loads, below the top bar. early-text.ts passes what was typed on to the editor.
 */
export function ReadableDocument({ document, lineCount, ref }: Props) {
  const { title, content, category, templateType } = document;
  const [fields, setFields] = useState({
    title,
    content: withLineFeeds(content),
    category: category ?? '',
    templateType,
  });
  return (
    <section
      ref={ref}
      aria-label="Document"
      data-early-text={document.id}
      className="absolute inset-x-0 top-0 z-6 min-h-[calc(100dvh-3.5rem)] bg-surface"
    >
      <div data-bar className={`border-b border-border ${BAR}`} />
      <div className={COLUMNS}>
        {/* Buttons keep their space, and work when the editor is there. */}
        <div className={`${PAGE} [&_button]:invisible`}>
          <DocumentText
            fields={fields}
            onChange={(part) => setFields({ ...fields, ...part })}
            version={<VersionLine document={document} />}
            freeText={<TextLines content={fields.content} lineCount={lineCount} />}
          />
        </div>
      </div>
    </section>
  );
}

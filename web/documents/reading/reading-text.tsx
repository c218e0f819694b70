import { type ReactNode, type Ref, useMemo } from 'react';
import type { Document } from '../../../contract/calls/documents.ts';
import type { DocumentServers } from '../../../contract/calls/servers.ts';
import { documentPage, serverPage } from '../../../contract/shared/item-address.ts';
import { typeOf } from '../../../contract/shared/document-words.ts';
import { useTimeStyle } from '../../lib/preferences.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import type { Links } from '../../ui/markdown/elements.tsx';
import { type Names, NamesContext } from '../../ui/markdown/names.ts';
import type { Part } from '../../ui/markdown/safe-tree.ts';
import { capitalised } from '../base.ts';
import { TypeLabel } from '../list/type-label.tsx';
import { PaperFacts } from '../print/paper-facts.tsx';
import { DocumentArticle } from './document-article.tsx';
import { VersionLine } from './version-line.tsx';
import type { ReadDocument } from './readable-document.tsx';

export type DocumentToRead = ReadDocument & Pick<Document, 'tags' | 'isPublished' | 'isTemplate'>;

type Props = {
  document: DocumentToRead;
  /** The servers that the text names, and those that are linked. */
  servers: DocumentServers;
  /** Of the product, for the printed address; empty on the server. */
  origin: string;
  /** The parts of the text, which the server has parsed. */
  parsed?: Part[];
  /** Who prints it. */
  reader?: string;
  titleRef?: Ref<HTMLHeadingElement>;
  links?: Links;
  anchor?: string | undefined;
  onWhole?: (article: HTMLElement) => void;
  children?: ReactNode;
};

/** The text of the reading page, below its bar of actions. The server renders it, and the page renders it again. */
export function ReadingText({ document, servers, origin, reader, ...text }: Props) {
  const timeStyle = useTimeStyle();
  const names = useMemo(() => namesOf(servers), [servers]);
  return (
    <div className="px-4 pt-6 pb-12 md:px-6 print:p-0">
      <NamesContext value={names}>
        <DocumentArticle
          {...text}
          title={document.title}
          content={document.content}
          contents="beside"
          facts={
            <>
              <Facts document={document} />
              <PaperFacts
                document={document}
                timeStyle={timeStyle}
                address={origin + documentPage(document.id)}
                note={reader && <> · Printed by {reader}</>}
                className="mb-5 hidden print:block"
              />
            </>
          }
        />
      </NamesContext>
    </div>
  );
}

const namesOf = (servers: DocumentServers): Names =>
  new Map(
    servers.map(({ id, name, status }) => [
      name.toLowerCase(),
      { address: serverPage(id), state: capitalised(status) },
    ]),
  );

/** Version, author and age, then what the document is filed under. */
const Facts = ({ document }: { document: DocumentToRead }) => (
  <div className="mb-5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-xs text-muted print:hidden">
    <VersionLine document={document} />
    <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <TypeLabel type={typeOf(document.templateType)} />
      {document.category && <Badge>{document.category}</Badge>}
      {document.tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-x-2 gap-y-1">
          {document.tags.map((tag) => (
            <li key={tag} className="[overflow-wrap:anywhere] before:content-['#']">
              {tag}
            </li>
          ))}
        </ul>
      )}
      <Badge look={document.isPublished ? 'soft' : 'dashed'}>
        {document.isTemplate ? 'Template' : document.isPublished ? 'Published' : 'Draft'}
      </Badge>
    </span>
  </div>
);

import type { Document } from '../../../contract/calls/documents.ts';
import type { DocumentServers } from '../../../contract/calls/servers.ts';
import { utcTime } from '../../../contract/shared/dates.ts';
import { serverPage } from '../../../contract/shared/item-address.ts';
import { DocumentArticle } from './document-article.tsx';
import { NamesContext } from '../../ui/markdown/names.ts';
import { partsAsWritten, partsOf } from '../../ui/markdown/safe-tree.ts';

type Shown = Pick<
  Document,
  | 'id'
  | 'title'
  | 'content'
  | 'category'
  | 'tags'
  | 'version'
  | 'updatedAt'
  | 'authorName'
  | 'lastUpdatedByName'
>;

export type KitDocument = { document: Shown; servers: DocumentServers; isAsWritten?: boolean };

/** A document to read, as the page of the product shows it. `isAsWritten`: without reading its markdown. */
export function DocumentInKit({ document, servers, isAsWritten = false }: KitDocument) {
  const { title, content, category, tags, version, updatedAt, lastUpdatedByName, authorName } = document;
  // Without their state: it would look like the state now.
  const names = new Map(
    servers.map(({ id, name }) => [name.toLowerCase(), { address: serverPage(id), state: '' }]),
  );
  return (
    <NamesContext value={names}>
      <DocumentArticle
        title={title}
        content={content}
        parsed={isAsWritten ? partsAsWritten(content) : partsOf(content)}
        contents="folded"
        facts={
          <p className="kit-note">
            Version {version} · {utcTime(updatedAt)} · saved by {lastUpdatedByName ?? authorName}
            {[category, ...tags].filter(Boolean).map((word) => ` · ${word}`)}
          </p>
        }
      />
    </NamesContext>
  );
}

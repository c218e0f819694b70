import type { Document } from '../../contract/calls/documents.ts';
import { utcTime } from '../../contract/shared/dates.ts';
import { documentPage } from '../../contract/shared/item-address.ts';

type ListedDocument = Pick<Document, 'id' | 'title' | 'category' | 'updatedAt'>;
/** `documents` are in the order of their titles, `address` is that of the product. */
export type KitIndex = { documents: ListedDocument[]; serverCount: number; address: string };

/** The first page: what the kit is, and its documents by category. */
export function IndexPage({ documents, serverCount, address }: KitIndex) {
  const categories = [...Map.groupBy(documents, ({ category }) => category ?? '')];
  const newest = documents.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), '');
  return (
    <>
      <h1>Documents</h1>
      <p className="kit-note">
        {documents.length.toLocaleString('en-US')} documents and {serverCount.toLocaleString('en-US')} servers
        of {address}. Last change of a document: {utcTime(newest)}. VERIFY.txt says how to check that nobody
        has changed this kit.
      </p>
      {categories.map(([category, those]) => (
        <section key={category}>
          <h2>{category || 'Without a category'}</h2>
          <ul className="kit-list">
            {those.map(({ id, title, updatedAt }) => (
              <li key={id}>
                <a href={documentPage(id)}>{title}</a> <span className="kit-note">{utcTime(updatedAt)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

const UUID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`;
const DOCUMENT = new RegExp(
  `^/(?:knowledge-base|documents)/?\\?doc=(${UUID})(?:&mode=preview)?(#.*)?$`,
  'is',
);
const SERVER = new RegExp(`^/infrastructure/?\\?server=(${UUID})(#.*)?$`, 'is');

/** The page of a document, to read it. */
export const documentPage = (id: string): string => `/knowledge-base/${id}`;

/** The page of a server. */
export const serverPage = (id: string): string => `/infrastructure/${id}`;

/**
 * The address that a link in a text leads to. Texts link documents and servers by the addresses that open the editor and the
 * list, which imports and exports know; people who follow such a link want to read.
 */
export function readingAddress(address: string): string {
  const [, document, anchor = ''] = DOCUMENT.exec(address) ?? [];
  if (document) return documentPage(document) + anchor;
  const [, server] = SERVER.exec(address) ?? [];
  return server ? serverPage(server) : address;
}

import { DocumentInKit, type KitDocument } from './documents/reading/document-in-kit.tsx';
import { IndexPage, type KitIndex } from './kit/index-page.tsx';
import { kitPage } from './kit/page.tsx';
import { SearchPage, takeKitIndex } from './kit/search.tsx';
import { type KitServer, ServerPage, ServersPage } from './kit/server-pages.tsx';

/** The pages of a kit. The server calls these functions (server/kit/pages.ts). */

export const renderKitDocument = (given: KitDocument): string =>
  kitPage({ title: given.document.title, content: <DocumentInKit {...given} /> });

export const renderKitServer = (given: KitServer): string =>
  kitPage({ title: given.server.name, content: <ServerPage {...given} /> });

export const renderKitIndex = (given: KitIndex): string =>
  kitPage({ title: 'Documents', content: <IndexPage {...given} /> });

export const renderKitServers = (given: { servers: KitServer['server'][] }): string =>
  kitPage({ title: 'Servers', content: <ServersPage {...given} /> });

/** The only page with scripts: the program of the search, then its index. */
export const renderKitSearch = (): string =>
  kitPage({ title: 'Search', content: <SearchPage />, scripts: ['search.js', 'search-index.js'] });

/** The program of the search. Its function contains everything that it uses. */
export const kitSearchScript = (): string => `'use strict';\n${String(takeKitIndex)}\n`;

import { createContext, use } from 'react';
import { type DocumentCalls, documents, knowledgeBase } from '../../contract/calls/documents.ts';
import type { Endpoint } from '../../contract/calls/endpoint.ts';
import { search } from '../../contract/calls/search.ts';
import { paths } from '../paths.ts';

/** The same documents have two addresses, each with its own calls and texts (decision 001). */
export type Base = {
  calls: DocumentCalls;
  path: typeof paths.knowledgeBase | typeof paths.documents;
  pageTitle: string;
  /** Name of a document in toasts. */
  item: string;
  /** Name of a document in the editor, instead of its type's name. */
  editor?: { noun: string; newSubtitle: string };
  nothingYet: { title: string; text: string; create: string };
  nothingFound: { title: string; text: string };
};

const KNOWLEDGE_BASE: Base = {
  calls: knowledgeBase,
  path: paths.knowledgeBase,
  pageTitle: 'Knowledge Base',
  item: 'knowledge base item',
  nothingYet: {
    title: 'No knowledge items yet',
    text: 'Create your first knowledge item to get started',
    create: 'Create Knowledge Base',
  },
  nothingFound: { title: 'No items found', text: 'Try adjusting your search criteria' },
};

export const DOCUMENTS: Base = {
  calls: documents,
  path: paths.documents,
  pageTitle: 'Documents',
  item: 'document',
  editor: { noun: 'Document', newSubtitle: 'Create new documentation' },
  nothingYet: {
    title: 'No documents yet',
    text: 'Get started by creating your first document',
    create: 'Create Your First Document',
  },
  nothingFound: { title: 'No documents found', text: 'Try adjusting your search or filter criteria' },
};

export const BaseContext = createContext(KNOWLEDGE_BASE);

/** The base of the surrounding page. */
export const useBase = (): Base => use(BaseContext);

/** Reads of both addresses that a write makes stale. */
export const DOCUMENT_READS: Endpoint[] = [
  ...[knowledgeBase, documents].flatMap(({ list, facets, bin, backlinks }) => [list, facets, bin, backlinks]),
  search.find,
];

/** Capitalises the first letter. */
export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

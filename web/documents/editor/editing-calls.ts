import { documents } from '../../../contract/documents.ts';
import { documentEditing, type EditingCalls, knowledgeBaseEditing } from '../../../contract/drafts.ts';
import { useBase } from '../base.ts';

/** The calls of the page's address that only an open editor needs; lists do without them. */
export const useEditingCalls = (): EditingCalls =>
  useBase().calls === documents ? documentEditing : knowledgeBaseEditing;

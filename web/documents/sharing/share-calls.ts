import { documentShares, knowledgeBaseShares, type ShareCalls } from '../../../contract/sharing.ts';
import { DOCUMENTS, useBase } from '../base.ts';

/** The calls of the page's own address. */
export const useShareCalls = (): ShareCalls =>
  useBase() === DOCUMENTS ? documentShares : knowledgeBaseShares;

import {
  documentVersions,
  knowledgeBaseVersions,
  type VersionCalls,
} from '../../../contract/calls/versions.ts';
import { DOCUMENTS, useBase } from '../base.ts';

/** The calls of the page's own address. They are not part of its base, since lists do not need them. */
export const useVersionCalls = (): VersionCalls =>
  useBase() === DOCUMENTS ? documentVersions : knowledgeBaseVersions;

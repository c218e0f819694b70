import { documentVersions, knowledgeBaseVersions, type VersionCalls } from '../../../contract/versions.ts';
import { DOCUMENTS, useBase } from '../base.ts';

/** The calls of the page's own address; not part of its base, since lists need none of them. */
export const useVersionCalls = (): VersionCalls =>
  useBase() === DOCUMENTS ? documentVersions : knowledgeBaseVersions;

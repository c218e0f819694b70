import type { Version } from '../../../contract/documents.ts';
import { ExactTime } from '../../ui/feedback/exact-time.tsx';
import { MarkdownView } from '../../ui/markdown/markdown-view.tsx';

/** A version as readers saw it. */
export const VersionPreview = ({ version }: { version: Version }) => (
  <article className="pb-6">
    <h3 className="text-lg [overflow-wrap:anywhere]">{version.title}</h3>
    <p className="mt-1 mb-3 text-xs text-muted">
      Version {version.version} · {version.authorName ?? 'Unknown'} · <ExactTime value={version.createdAt} />
      {version.changeLog && ` · ${version.changeLog}`}
    </p>
    <MarkdownView text={version.content} />
  </article>
);

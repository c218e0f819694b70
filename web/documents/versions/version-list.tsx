import { Check } from 'lucide-react';
import type { Version } from '../../../contract/documents.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { ExactTime } from '../../ui/feedback/exact-time.tsx';
import { Placeholders } from '../../ui/feedback/list-states.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

const PLACEHOLDERS = 3;

type Props = {
  /** Newest first. */
  versions: Version[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
};

export const VersionList = ({ versions, chosenId, onChoose }: Props) => (
  <ul aria-label="Versions">
    {versions.map((version, index) => (
      <li key={version.id} className="border-b border-border">
        <button
          type="button"
          aria-current={version.id === chosenId || undefined}
          onClick={() => onChoose(version.id)}
          className={
            'w-full border-l-3 border-transparent px-3 py-2.5 compact:py-1 text-left -outline-offset-2 ' +
            'hover:bg-hover aria-current:border-accent aria-current:bg-accent-soft'
          }
        >
          <span className="flex h-5 items-center gap-2 text-sm font-semibold">
            Version {version.version}
            {index === 0 && (
              <Badge look="green" icon={<Check size={12} strokeWidth={2} aria-hidden />}>
                Current
              </Badge>
            )}
          </span>
          <span className="block text-xs text-muted">
            {version.authorName ?? 'Unknown'} · <ExactTime value={version.createdAt} />
          </span>
          {version.changeLog && (
            <span className="mt-0.5 block text-xs [overflow-wrap:anywhere]">{version.changeLog}</span>
          )}
        </button>
      </li>
    ))}
  </ul>
);

export const VersionListPlaceholder = () => (
  <Placeholders count={PLACEHOLDERS}>
    <div className="border-b border-border px-3 py-3">
      <Skeleton className="h-4 w-20" />
      <Skeleton className="mt-2 h-3 w-40" />
    </div>
  </Placeholders>
);

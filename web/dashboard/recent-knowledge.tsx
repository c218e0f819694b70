import { Link, useNavigate } from '@tanstack/react-router';
import { BookOpen, Check, LayoutTemplate, PencilLine } from 'lucide-react';
import type { Document } from '../../contract/documents.ts';
import { messageOf } from '../../contract/error.ts';
import { paths } from '../paths.ts';
import { Badge } from '../ui/feedback/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Failed, Notice, Placeholders } from '../ui/feedback/list-states.tsx';
import { RelativeTime } from '../ui/feedback/relative-time.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { Panel } from './panel.tsx';
import { RECENT, useOverview } from './use-overview.ts';

/** What was written last. */
export function RecentKnowledge() {
  const navigate = useNavigate();
  const overview = useOverview();
  const articles = overview.data?.recent;
  return (
    <Panel
      title="Recent Knowledge Base"
      end={
        <Button look="quiet" size="small" onClick={() => void navigate({ to: paths.knowledgeBase })}>
          View All
        </Button>
      }
    >
      {overview.isPending && (
        <Placeholders count={RECENT}>
          <Skeleton className="my-4 h-4 w-full" />
        </Placeholders>
      )}
      {overview.isError && !overview.data && (
        <Failed
          title="The articles could not be loaded"
          text={messageOf(overview.error, 'The server did not answer.')}
          onRetry={() => void overview.refetch()}
        />
      )}
      {articles?.length === 0 && (
        <Notice
          icon={<BookOpen size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
          title="No recent knowledge base articles found"
          text="What is written or changed shows here"
        />
      )}
      {articles && articles.length > 0 && (
        <ul className="border-t border-border">
          {articles.map((document) => (
            <li
              key={document.id}
              className="relative border-b border-border py-2 compact:py-0.5 hover:bg-hover"
            >
              <Link
                to={paths.knowledgeBase}
                search={{ doc: document.id }}
                className="line-clamp-2 text-sm after:absolute after:inset-0"
              >
                {document.title}
              </Link>
              <p className="mt-1 flex items-center gap-2 text-xs text-muted">
                <span className="min-w-0 flex-1 truncate">
                  {document.authorName} · <RelativeTime value={document.updatedAt} />
                </span>
                <State document={document} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const ICON = { size: 12, strokeWidth: 2, 'aria-hidden': true } as const;

function State({ document }: { document: Document }) {
  if (document.isTemplate)
    return (
      <Badge look="soft" icon={<LayoutTemplate {...ICON} />}>
        Template
      </Badge>
    );
  if (document.isPublished)
    return (
      <Badge look="green" icon={<Check {...ICON} />}>
        Published
      </Badge>
    );
  return (
    <Badge look="dashed" icon={<PencilLine {...ICON} />}>
      Draft
    </Badge>
  );
}

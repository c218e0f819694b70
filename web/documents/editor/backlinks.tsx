import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { TYPE_LABELS, typeOf } from '../../../contract/documents.ts';
import { query } from '../../api/query.ts';
import { useBase } from '../base.ts';

/** The documents that lead here; nothing where there are none. */
export function Backlinks({ id }: { id: string }) {
  const headingId = useId();
  const { calls, path } = useBase();
  const { data = [] } = useQuery(query(calls.backlinks, { params: { id } }));
  if (data.length === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-10 border-t border-border pt-4">
      <h2 id={headingId} className="text-md">
        Linked from
      </h2>
      <ul className="mt-2 flex flex-col gap-1">
        {data.map(({ id: from, title, templateType }) => (
          <li key={from} className="flex min-w-0 items-baseline gap-2 text-sm">
            <Link
              to={path}
              search={(search) => ({ ...search, doc: from })}
              className="truncate text-accent-ink hover:underline"
            >
              {title}
            </Link>
            <span className="flex-none text-xs text-muted">{TYPE_LABELS[typeOf(templateType)]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

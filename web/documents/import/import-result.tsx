import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ImportReport } from '../../../contract/document-imports.ts';
import { ScrollBox } from '../../ui/scroll-box.tsx';
import { whole } from '../../lib/whole.ts';

/** What the import did with each file of the zip. */
export function ImportResult({ report: { created, updated, skipped, problems } }: { report: ImportReport }) {
  const counts: [name: string, count: number][] = [
    ['Created', created],
    ['Updated', updated],
    ['Skipped', skipped],
    ['Problems', problems.length],
  ];
  return (
    <div className="mt-2">
      <dl className="grid grid-cols-4 rounded-lg border border-border py-3 max-md:grid-cols-2 max-md:gap-y-3">
        {counts.map(([name, count]) => (
          <div key={name} className="flex flex-col-reverse px-4">
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="text-2xl font-semibold tabular-nums">{whole(count)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-muted">
        Skipped: unchanged documents, images (kept with their pages) and other files.
      </p>
      {problems.length === 0 ? (
        <p className="mt-4 flex items-center gap-2 text-sm">
          <CircleCheck size={16} className="text-green" aria-hidden />
          Every document of the zip is here.
        </p>
      ) : (
        <Problems problems={problems} />
      )}
    </div>
  );
}

const Problems = ({ problems }: { problems: ImportReport['problems'] }) => (
  <section className="mt-4">
    <h3 className="flex items-center gap-2 text-sm font-semibold">
      <TriangleAlert size={16} className="text-yellow" aria-hidden />
      Left out, with the reason
    </h3>
    <ScrollBox label="Problems" className="mt-2 max-h-60 overflow-y-auto border-y border-border text-sm">
      <ul>
        {problems.map(({ path, reason }) => (
          <li key={`${path} ${reason}`} className="border-b border-border py-1.5 last:border-b-0">
            <span className="tech [overflow-wrap:anywhere]">{path}</span>
            <span className="block text-xs text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </ScrollBox>
  </section>
);

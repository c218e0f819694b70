import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { FirstSteps, Stats } from '../../contract/calls/analytics.ts';
import { useCurrentUser } from '../api/session.ts';
import { keepText, readKeptText } from '../lib/kept.ts';
import { type MemberPath, paths } from '../paths.ts';
import { Button } from '../ui/controls/button.tsx';

type Step = { step: keyof FirstSteps; title: string; text: string; to: MemberPath; opensImport?: true };

const STEPS: Step[] = [
  {
    step: 'documents',
    title: 'Import documents',
    text: 'A zip of markdown files, or the export of another wiki.',
    to: paths.knowledgeBase,
    opensImport: true,
  },
  {
    step: 'servers',
    title: 'Import servers',
    text: 'A CSV file of a spreadsheet or of another inventory.',
    to: paths.infrastructure,
    opensImport: true,
  },
  {
    step: 'mail',
    title: 'Set up mail',
    text: 'Invitations, password resets and alerts are sent by mail.',
    to: paths.system,
  },
  {
    step: 'backups',
    title: 'Keep backups elsewhere',
    text: 'A backup on the disk of the database is lost together with it.',
    to: paths.system,
  },
  { step: 'people', title: 'Invite people', text: 'They choose a password and can sign in.', to: paths.team },
  {
    step: 'demoData',
    title: 'Add demo data',
    text: 'Servers, documents and people to look at. One click removes them.',
    to: paths.system,
  },
];

/** What this browser knows of the checklist: shown until all is done, or over. */
const KEPT = 'first-steps';

/** The figures are late if the database is away. */
const LONGEST_WAIT_MS = 1_000;

type Props = { stats: UseQueryResult<Stats>; children: ReactNode };

/**
 * The checklist of an empty installation, for administrators, above the rest of the dashboard. It starts on an empty
 * dashboard, and ends when all is done or when it is closed. Until it is known whether it is shown, the rest waits for
 * the figures: otherwise the checklist would push it down. While they do not come, the rest is there without the checklist.
 */
export function AfterFirstSteps({ stats: { data }, children }: Props) {
  const { data: user } = useCurrentUser();
  const [kept, setKept] = useState(() => readKeptText(KEPT));
  const keep = (next: 'shown' | 'over') => {
    keepText(KEPT, next);
    setKept(next);
  };
  const isOpen = kept !== 'over' && user?.role === 'admin';
  const steps = data?.steps;
  const isEmpty = data !== undefined && data.servers.total + data.documents.total === 0;
  const isShown = steps !== undefined && isToDo(steps) && (kept === 'shown' || isEmpty);
  const next = isShown ? 'shown' : 'over';
  useEffect(() => {
    if (isOpen && steps) keepText(KEPT, next);
  }, [isOpen, steps, next]);
  const [isLate, setLate] = useState(false);
  // Not whether the read is pending: that changes with each try while the database is away.
  const isThere = data !== undefined;
  useEffect(() => {
    const timer = isThere ? undefined : setTimeout(() => setLate(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, [isThere]);
  if (isOpen && !isThere && !isLate) return null;
  return (
    <>
      {isOpen && isShown && !isLate && <Checklist steps={steps} onClose={() => keep('over')} />}
      {children}
    </>
  );
}

const isToDo = (steps: FirstSteps): boolean => STEPS.some(({ step }) => !steps[step]);

function Checklist({ steps, onClose }: { steps: FirstSteps; onClose: () => void }) {
  return (
    <section aria-label="First steps" className="mt-4 text-sm">
      <div className="mb-2 flex min-h-8 flex-wrap items-center justify-between gap-2">
        <h2 className="text-md">First steps</h2>
        <Button look="quiet" size="small" onClick={onClose}>
          Close
        </Button>
      </div>
      <ul className="border-t border-border">
        {STEPS.map(({ step, ...one }) => (
          <Row key={step} {...one} isDone={steps[step]} />
        ))}
      </ul>
    </section>
  );
}

const ICON = { size: 16, 'aria-hidden': true } as const;

const Row = ({ title, text, to, opensImport, isDone }: Omit<Step, 'step'> & { isDone: boolean }) => (
  <li className="relative flex gap-3 border-b border-border py-2 compact:py-1 hover:bg-hover">
    {isDone ? (
      <CircleCheck {...ICON} className="mt-0.5 flex-none text-green" />
    ) : (
      <CircleDashed {...ICON} className="mt-0.5 flex-none text-muted" />
    )}
    <div className="min-w-0 flex-1">
      <Link to={to} state={{ opensImport }} className="font-medium after:absolute after:inset-0">
        {title}
      </Link>
      {isDone && <span className="text-green"> · Done</span>}
      <p className="text-xs text-muted">{text}</p>
    </div>
  </li>
);

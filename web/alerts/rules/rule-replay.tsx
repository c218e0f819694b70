import { useQuery } from '@tanstack/react-query';
import { alertRules, type Replay } from '../../../contract/calls/alert-rules.ts';
import { call } from '../../../contract/calls/call.ts';
import { messageOf } from '../../../contract/shared/error.ts';
import { fieldErrors } from '../../api/save.ts';
import { useDebounced } from '../../lib/debounced.ts';
import { formatCount } from '../../lib/format-count.ts';
import { ExactTime } from '../../ui/feedback/relative-time.tsx';
import { type RuleDraft, ruleOf } from './rule-draft.ts';

/** The replay reads thousands of incidents, so it waits until typing pauses. */
const PAUSE_MS = 600;

/** What the rule would have sent in the last 30 days. */
export function RuleReplay({ draft }: { draft: RuleDraft }) {
  // A rule that has no name yet is replayed as well.
  const body = { ...ruleOf(draft), name: draft.name.trim() || 'New rule', active: true };
  const settled = useDebounced(JSON.stringify(body), PAUSE_MS);
  const replay = useQuery({
    queryKey: [alertRules.replay.path, settled],
    queryFn: ({ signal }) => call(alertRules.replay, { body: JSON.parse(settled) as typeof body, signal }),
    enabled: draft.channels.length > 0,
    placeholderData: (last) => last,
    // New incidents change it without an event.
    staleTime: 0,
  });
  if (draft.channels.length === 0)
    return (
      <p className="text-sm text-muted">
        Choose whom to send to, and you see what this rule would have sent in the last 30 days.
      </p>
    );
  return (
    <div role="status" className="min-h-10 rounded-md bg-sunken px-3 py-2 text-sm">
      {replay.isPending && 'Counting what this rule would have sent...'}
      {replay.isError && <p className="text-muted">{reasonOf(replay.error)}</p>}
      {replay.data && !replay.isError && <Outcome replay={replay.data} />}
    </div>
  );
}

const reasonOf = (error: Error): string => {
  const [problem] = Object.values(fieldErrors(error) ?? {});
  return problem ? `Nothing to count yet: ${problem}.` : messageOf(error, 'It could not be counted.');
};

const Outcome = ({ replay: { messages, withoutDependencies, list } }: { replay: Replay }) => (
  <>
    <p>
      In the last 30 days this rule would have sent{' '}
      <strong className="font-semibold">
        {formatCount(messages)} {messages === 1 ? 'message' : 'messages'}
      </strong>
      , without dependencies {formatCount(withoutDependencies)}
    </p>
    {list.length > 0 && (
      <details className="mt-1">
        <summary className="min-h-6 w-fit cursor-default text-xs leading-6 text-muted">
          {list.length < messages ? `The last ${list.length} of them` : 'All of them'}
        </summary>
        <ul className="mt-1 max-h-48 overflow-y-auto text-xs">
          {list.map(({ at, summary }, index) => (
            <li key={`${at} ${index}`} className="border-t border-border py-1 [overflow-wrap:anywhere]">
              <span className="text-muted">
                <ExactTime value={at} />
              </span>{' '}
              {summary}
            </li>
          ))}
        </ul>
      </details>
    )}
  </>
);

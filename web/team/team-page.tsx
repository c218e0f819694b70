import { ForEditors } from '../api/for-editors.tsx';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Mail, Search, UserPlus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { team, type TeamMember } from '../../contract/calls/team.ts';
import { query } from '../api/query.ts';
import { ReadFailed } from '../api/read-failed.tsx';
import { useSearchText } from '../lib/debounced.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/controls/button.tsx';
import { NothingFound, Notice, Placeholders, Skeleton } from '../ui/feedback/list-states.tsx';
import { DrawnLater } from '../ui/feedback/drawn-later.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { MemberTable, useFoundMember } from './member-table.tsx';
import { openedLater } from '../ui/feedback/part.tsx';
import { fold } from '../../contract/shared/fold.ts';
import { readSearchWords, type Operator } from '../../contract/shared/search-words.ts';

const InviteDialog = openedLater(() => import('./member-dialogs.tsx'), 'InviteDialog');
const MemberDialog = openedLater(() => import('./member-dialogs.tsx'), 'MemberDialog');

const PLACEHOLDERS = 6;
const route = getRouteApi('/signed-in/team');

/** `add`, `invite`, or the member being edited. */
type Open = 'add' | 'invite' | TeamMember;

export function TeamPage() {
  const { q } = route.useSearch();
  const navigate = useNavigate();
  const search = (next: string | undefined) =>
    void navigate({ to: paths.team, search: next ? { q: next } : {}, replace: true });
  const [text, setText] = useSearchText(q, search);
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <>
      <PageHeader title="Team Management" subtitle="Who runs what, and how to reach them" />
      <Figures />
      <div className="flex flex-wrap items-center gap-2 p-4 md:px-6">
        <TextField
          className="min-w-60 flex-1 md:max-w-100"
          label="Search members"
          hideLabel
          type="search"
          maxLength={200}
          placeholder="Search members..."
          icon={<Search size={14} aria-hidden />}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <ForEditors>
          <div className="flex flex-wrap gap-2 md:ml-auto">
            <Button data-action="" icon={<Mail size={16} aria-hidden />} onClick={() => setOpen('invite')}>
              Invite Member
            </Button>
            <Button
              data-action="n"
              look="primary"
              icon={<UserPlus size={16} aria-hidden />}
              onClick={() => setOpen('add')}
            >
              Add Team Member
            </Button>
          </div>
        </ForEditors>
      </div>
      <MemberList q={q} onClear={() => search(undefined)} onEdit={setOpen} />
      {open === 'invite' && <InviteDialog onClose={close} />}
      {open === 'add' && <MemberDialog onClose={close} />}
      {typeof open === 'object' && <MemberDialog member={open} onClose={close} />}
    </>
  );
}

const useTeam = () => useQuery(query(team.list, {}));

function Figures() {
  const { data } = useTeam();
  return (
    <dl className="grid grid-cols-2 border-b border-border md:grid-cols-4">
      {teamFigures(data ?? []).map(({ label, value }) => (
        <div key={label} className="px-4 py-3 md:px-6">
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="text-2xl font-semibold tabular-nums">{data ? value : '—'}</dd>
        </div>
      ))}
    </dl>
  );
}

const PLACEHOLDER_ROWS = (
  <Placeholders count={PLACEHOLDERS}>
    <div className="border-b border-border px-4 py-2 md:px-6">
      <Skeleton className="h-9 w-full" />
    </div>
  </Placeholders>
);

type ListProps = {
  q: string | undefined;
  onClear: () => void;
  onEdit: (member: TeamMember) => void;
};

function MemberList({ q, onClear, onEdit }: ListProps) {
  const list = useTeam();
  const foundId = useFoundMember(Boolean(list.data));
  if (list.isPending) return PLACEHOLDER_ROWS;
  if (!list.data) {
    return (
      <ReadFailed read={list} title="The team could not be loaded" text="Failed to fetch team members" />
    );
  }
  const members = searchMembers(list.data, q);
  if (members.length > 0) {
    return (
      <DrawnLater placeholder={PLACEHOLDER_ROWS}>
        {() => <MemberTable members={members} foundId={foundId} onEdit={onEdit} />}
      </DrawnLater>
    );
  }
  if (q) {
    return (
      <NothingFound
        title="No team members found"
        text="Try adjusting your search criteria"
        onClear={onClear}
      />
    );
  }
  return (
    <Notice
      icon={<UsersRound size={24} strokeWidth={1.5} className="text-muted" aria-hidden />}
      title="No team members found"
      text="Start by inviting your first team member"
    />
  );
}

/** The four figures above the list. */
export function teamFigures(members: TeamMember[]): { label: string; value: number }[] {
  const departments = new Set(members.flatMap(({ department }) => (department ? [department] : [])));
  return [
    { label: 'Total Members', value: members.length },
    { label: 'Active Now', value: members.filter(({ status }) => status === 'active').length },
    { label: 'Departments', value: departments.size },
    { label: 'Administrators', value: members.filter(({ role }) => role.includes('Administrator')).length },
  ];
}

/** Members that match the input, in the common search syntax: words, "exact texts", -exclusions, status: and type:. */
export function searchMembers(members: TeamMember[], q = ''): TeamMember[] {
  const { terms, excluded, operators } = readSearchWords(q);
  return members.filter((member) => {
    const text = textOf(member);
    const fits = ({ name, value, isNot }: Operator) =>
      (valueOf(member, name)?.startsWith(fold(value)) ?? false) !== isNot;
    return (
      text.includes(fold(q.trim())) ||
      (terms.every((term) => text.includes(term)) &&
        !excluded.some((term) => text.includes(term)) &&
        operators.every(fits))
    );
  });
}

const textOf = ({ name, email, role, department }: TeamMember) =>
  fold([name, email, role, department ?? ''].join('\n'));

/** The value that an operator compares. Members have none for operators of documents and servers. */
const valueOf = ({ status }: TeamMember, name: Operator['name']): string | undefined =>
  name === 'status' ? status : name === 'type' ? 'member' : undefined;

import { filterLabel } from '../../../contract/filter-labels.ts';
import { fold } from '../../../contract/fold.ts';
import type { Condition, InventoryQuery } from '../../../contract/inventory-query.ts';
import type { TeamMember } from '../../../contract/team.ts';
import type { Db } from '../../db/open.ts';
import { listMembers } from '../../team/queries.ts';
import { code, counted, linkTo, literal } from './markdown.ts';
import type { QueryResult } from './run.ts';

const LISTED = 20;

/** People of the team directory whose texts hold every condition. */
export async function answerPeople(db: Db, { where, ask }: InventoryQuery): Promise<QueryResult> {
  const members = await listMembers(db);
  const found = members.filter((member) =>
    where.every((group) => group.some((condition) => fits(member, condition))),
  );
  const label = filterLabel(where);
  const about = label === '' ? '' : ` (${literal(label)})`;
  const total = found.length;
  const rows = found.map(({ name, role, department, email, status, id }) => ({
    name,
    role,
    department,
    email,
    status,
    link: `/team?member=${id}`,
  }));
  if (total === 0)
    return { rows: [], total, text: `There is no team member${about}. Everybody is in [the team](/team).` };
  if (ask.kind === 'count')
    return { rows: [{ count: total }], total, text: `${counted(total, 'team member')}${about}.` };
  const lines = found.slice(0, LISTED).map(lineOf);
  const more = total > LISTED ? ['', `And ${total - LISTED} more in [the team](/team).`] : [];
  return {
    rows: rows.slice(0, 50),
    total,
    text: [`${counted(total, 'team member')}${about}:`, '', ...lines, ...more].join('\n'),
  };
}

function fits(member: TeamMember, condition: Condition): boolean {
  const texts = [member.name, member.role, member.department ?? '', member.email];
  const values =
    condition.kind === 'text' ? [condition.text] : condition.kind === 'is' ? condition.values : [];
  // Conditions that are no texts are about servers; nobody of the team has a CPU.
  const holds = values.some((value) => texts.some((text) => fold(text).includes(fold(value))));
  return 'not' in condition && condition.not ? !holds : holds;
}

const lineOf = ({ id, name, role, department, email, status }: TeamMember): string =>
  `- ${linkTo(name, `/team?member=${id}`)} · ${[literal(role), literal(department ?? ''), code(email), status].filter(Boolean).join(' · ')}`;

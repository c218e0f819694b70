import { fold } from '../../../contract/shared/fold.ts';
import type { Condition, InventoryQuery } from '../../../contract/shared/inventory-query.ts';
import type { TeamMember } from '../../../contract/calls/team.ts';
import type { Db } from '../../db/open.ts';
import { listMembers } from '../../team/queries.ts';
import type { At } from '../../../contract/shared/time-zone.ts';
import { code, counted, linkTo, literal, memberAddress } from '../../text/written-markdown.ts';
import { about, LISTED, listText, onlyText, type QueryResult } from './result.ts';

/** Members of the team directory whose texts contain every condition. */
export async function answerPeople(db: Db, { where, ask }: InventoryQuery, at: At): Promise<QueryResult> {
  const members = await listMembers(db);
  const found = members.filter((member) =>
    where.every((group) => group.some((condition) => fits(member, condition))),
  );
  const total = found.length;
  if (total === 0)
    return onlyText(`There is no team member${about(where, at)}. Everybody is in [the team](/team).`);
  if (ask.kind === 'count')
    return { rows: [{ count: total }], total, text: `${counted(total, 'team member')}${about(where, at)}.` };
  const lines = found.slice(0, LISTED).map(lineOf);
  const rows = found.slice(0, LISTED).map(({ name, role, department, email, status, id }) => ({
    name,
    role,
    department,
    email,
    status,
    link: memberAddress(id),
  }));
  return {
    rows,
    total,
    text: listText(
      `${counted(total, 'team member')}${about(where, at)}:`,
      lines,
      total - lines.length,
      ' in [the team](/team)',
    ),
  };
}

function fits(member: TeamMember, condition: Condition): boolean {
  const texts = [member.name, member.role, member.department ?? '', member.email];
  const values =
    condition.kind === 'text' ? [condition.text] : condition.kind === 'is' ? condition.values : [];
  // Conditions that are not texts are about servers, so no member matches them.
  const holds = values.some((value) => texts.some((text) => fold(text).includes(fold(value))));
  return 'not' in condition && condition.not ? !holds : holds;
}

const lineOf = ({ id, name, role, department, email, status }: TeamMember): string =>
  `- ${linkTo(name, memberAddress(id))} · ${[literal(role), literal(department ?? ''), code(email), status].filter(Boolean).join(' · ')}`;

import { fold } from '../../contract/fold.ts';
import type { TeamMember } from '../../contract/team.ts';
import { readSearchWords } from '../../contract/search-words.ts';
import type { Operator } from '../../contract/search-words.ts';

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

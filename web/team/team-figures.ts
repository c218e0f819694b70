import type { TeamMember } from '../../contract/team.ts';

/** The four figures over the list. */
export function teamFigures(members: TeamMember[]): { label: string; value: number }[] {
  const departments = new Set(members.flatMap(({ department }) => (department ? [department] : [])));
  return [
    { label: 'Total Members', value: members.length },
    { label: 'Active Now', value: members.filter(({ status }) => status === 'active').length },
    { label: 'Departments', value: departments.size },
    { label: 'Administrators', value: members.filter(({ role }) => role.includes('Administrator')).length },
  ];
}

/** Members in whose name, e-mail, role or department the text occurs, in any case. */
export function searchMembers(members: TeamMember[], q = ''): TeamMember[] {
  const wanted = q.trim().toLowerCase();
  const textOf = ({ name, email, role, department }: TeamMember) =>
    [name, email, role, department ?? ''].join('\n').toLowerCase();
  return wanted ? members.filter((member) => textOf(member).includes(wanted)) : members;
}

import { Cog, type LucideIcon, ScanEye, Shield, User } from 'lucide-react';
import { Badge } from '../ui/feedback/badge.tsx';

type Look = { contains: string; look: 'red' | 'blue' | 'green' | 'soft'; Icon: LucideIcon };

/** The first that the role contains; labels, no rights. */
const LOOKS: Look[] = [
  { contains: 'Administrator', look: 'red', Icon: Shield },
  { contains: 'Engineer', look: 'blue', Icon: Cog },
  { contains: 'Analyst', look: 'green', Icon: ScanEye },
  { contains: '', look: 'soft', Icon: User },
];

export function RoleBadge({ role }: { role: string }) {
  const found = LOOKS.find(({ contains }) => role.includes(contains));
  if (!found) return null;
  const { look, Icon } = found;
  return (
    <Badge look={look} icon={<Icon size={12} className="flex-none" aria-hidden />}>
      {role}
    </Badge>
  );
}

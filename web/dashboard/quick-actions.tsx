import { useNavigate } from '@tanstack/react-router';
import { Activity, BookPlus, HardDrive, ListOrdered, type LucideIcon, Server, Sparkles } from 'lucide-react';
import { paths } from '../paths.ts';
import { Button } from '../ui/controls/button.tsx';
import { Panel } from './panel.tsx';
import { useCheckAll } from './use-check-all.ts';

type Create = { create: 'knowledge-base' | 'how-to-guide' | 'build-document' } | { autocreate: 'true' };
const CREATES: { label: string; search: Create; Icon: LucideIcon }[] = [
  { label: 'Create Knowledge Base', search: { create: 'knowledge-base' }, Icon: BookPlus },
  { label: 'Create How-To Guide', search: { create: 'how-to-guide' }, Icon: ListOrdered },
  { label: 'Auto Create KB', search: { autocreate: 'true' }, Icon: Sparkles },
  { label: 'Create Build Document', search: { create: 'build-document' }, Icon: HardDrive },
];

/** What people come here to start. */
export function QuickActions() {
  const navigate = useNavigate();
  const { checkAll, isChecking } = useCheckAll();
  return (
    <Panel title="Quick Actions">
      <ul className="border-t border-border">
        {CREATES.map(({ label, search, Icon }) => (
          <Action
            key={label}
            label={label}
            Icon={Icon}
            onClick={() => void navigate({ to: paths.knowledgeBase, search })}
          />
        ))}
        <Action
          label="Add Server"
          Icon={Server}
          onClick={() => void navigate({ to: paths.infrastructure, search: { create: 'server' } })}
        />
        <Action label="Run Health Check" Icon={Activity} isBusy={isChecking} onClick={checkAll} />
      </ul>
    </Panel>
  );
}

type ActionProps = { label: string; Icon: LucideIcon; isBusy?: boolean; onClick: () => void };

const Action = ({ label, Icon, isBusy, onClick }: ActionProps) => (
  <li className="border-b border-border">
    <Button
      look="quiet"
      className="w-full justify-start! font-normal!"
      icon={<Icon size={16} className="text-accent-ink" aria-hidden />}
      busy={isBusy}
      onClick={onClick}
    >
      {label}
    </Button>
  </li>
);

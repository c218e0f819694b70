import { useNavigate } from '@tanstack/react-router';
import { Activity, BookPlus, HardDrive, ListOrdered, type LucideIcon, Server } from 'lucide-react';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Panel } from './panel.tsx';
import { useCheckAll } from './use-check-all.ts';

type Create = 'knowledge-base' | 'how-to-guide' | 'build-document';
const CREATES: { label: string; create: Create; Icon: LucideIcon }[] = [
  { label: 'Create Knowledge Base', create: 'knowledge-base', Icon: BookPlus },
  { label: 'Create How-To Guide', create: 'how-to-guide', Icon: ListOrdered },
  { label: 'Create Build Document', create: 'build-document', Icon: HardDrive },
];

/** What people come here to start. */
export function QuickActions() {
  const navigate = useNavigate();
  const { checkAll, isChecking } = useCheckAll();
  return (
    <Panel title="Quick Actions">
      <ul className="border-t border-border">
        {CREATES.map(({ label, create, Icon }) => (
          <Action
            key={create}
            label={label}
            Icon={Icon}
            onClick={() => void navigate({ to: paths.knowledgeBase, search: { create } })}
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

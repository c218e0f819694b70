import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, Plus } from 'lucide-react';
import { TYPE_LABELS } from '../../../contract/documents.ts';
import { paths } from '../../paths.ts';
import { Menu } from '../../ui/controls/menu.tsx';
import { TypeIcon } from './document-type.tsx';
import { CREATES } from './knowledge-base-search.ts';

export function CreateMenu() {
  const navigate = useNavigate();
  const items = Object.entries(CREATES).map(([create, type]) => ({
    label: TYPE_LABELS[type],
    icon: <TypeIcon type={type} size={16} />,
    onSelect: () => void navigate({ to: paths.knowledgeBase, search: { create } }),
  }));
  return (
    <Menu look="primary" icon={<Plus size={16} aria-hidden />} className="max-md:flex-1" items={items}>
      Create New
      <ChevronDown size={14} aria-hidden />
    </Menu>
  );
}

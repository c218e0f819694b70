import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, Plus } from 'lucide-react';
import { TYPE_LABELS } from '../../contract/documents.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { TypeIcon } from './document-type.tsx';
import { CREATES } from './knowledge-base-search.ts';

export function CreateMenu() {
  const navigate = useNavigate();
  return (
    <Menu
      trigger={
        <Button look="primary" icon={<Plus size={16} aria-hidden />} className="max-md:flex-1">
          Create New
          <ChevronDown size={14} aria-hidden />
        </Button>
      }
    >
      {Object.entries(CREATES).map(([create, type]) => (
        <MenuItem
          key={create}
          icon={<TypeIcon type={type} size={16} />}
          onSelect={() => void navigate({ to: paths.knowledgeBase, search: { create } })}
        >
          {TYPE_LABELS[type]}
        </MenuItem>
      ))}
    </Menu>
  );
}

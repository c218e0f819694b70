import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/controls/button.tsx';
import { tooltip } from '../../ui/overlays/tooltip.tsx';

/** Opens the print view of a stored document in a new tab, next to the editor. */
export const PrintLink = ({ documentId }: { documentId: string }) => (
  <Link
    to={paths.print}
    params={{ documentId }}
    target="_blank"
    aria-label="Print"
    className={`${buttonClass({})} w-8 px-0! text-muted hover:text-text max-md:w-10`}
    {...tooltip('Print')}
  >
    <Printer size={16} aria-hidden />
  </Link>
);

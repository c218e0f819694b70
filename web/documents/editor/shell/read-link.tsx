import { Link } from '@tanstack/react-router';
import { BookOpen } from 'lucide-react';
import type { RefObject } from 'react';
import { paths } from '../../../paths.ts';
import { tooltip } from '../../../ui/overlays/tooltip.tsx';
import { useHeadingLink } from '../../reading/use-heading-link.ts';
import { headingAtTop } from './heading-places.ts';
import { ICON_LINK } from './stored-actions.tsx';

type Props = { id: string; page: RefObject<HTMLElement | null> };

/** Opens the page to read the document, at the heading that is in view in the editor. */
export function ReadLink({ id, page }: Props) {
  const target = { to: paths.document, params: { documentId: id } } as const;
  const link = useHeadingLink(target, () => (page.current ? headingAtTop(page.current) : undefined));
  return (
    <Link {...link} data-action="" aria-label="Read" className={ICON_LINK} {...tooltip('Read')}>
      <BookOpen size={16} aria-hidden />
    </Link>
  );
}

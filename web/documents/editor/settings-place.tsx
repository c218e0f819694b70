import { lazy, type ReactNode, Suspense, useId } from 'react';
import { useMedia } from '../../lib/use-media.ts';
import { Part } from '../../ui/feedback/part.tsx';

const Drawer = lazy(async () => ({ default: (await import('../../ui/overlays/drawer.tsx')).Drawer }));

const TITLE = 'Document Settings';
/** As `xl` of the layout: from here on they fit beside the text. */
const ROOMY = '(min-width: 80rem)';

type Props = {
  /** Asked for where there is no room beside the text. */
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Where the settings stand: beside the text, or on a narrow screen in a drawer. */
export function SettingsPlace({ isOpen, onClose, children }: Props) {
  const headingId = useId();
  const isRoomy = useMedia(ROOMY);
  const settings = (
    <Part name={TITLE}>
      <div className="flex flex-col gap-4">{children}</div>
    </Part>
  );
  if (!isRoomy) {
    return (
      isOpen && (
        <Suspense>
          <Drawer title={TITLE} onClose={onClose}>
            {settings}
          </Drawer>
        </Suspense>
      )
    );
  }
  return (
    <aside
      aria-labelledby={headingId}
      className="sticky top-27 max-h-[calc(100dvh-6.75rem)] min-h-[calc(100dvh-6.75rem)] overflow-y-auto border-l border-border px-6 py-5"
    >
      <h2 id={headingId} className="mb-4 text-md">
        {TITLE}
      </h2>
      {settings}
    </aside>
  );
}

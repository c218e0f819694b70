import { Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { TROUBLE } from '../api/outage.ts';
import { useCurrentUser } from '../api/session.ts';
import { classNames } from '../lib/class-names.ts';
import { fetchAhead } from '../ui/layout/fetch-ahead.ts';
import { fetchedPart } from '../ui/feedback/part.tsx';
import { PageHeaderSlot } from '../ui/layout/page-header.tsx';
import { Commands } from './commands/commands.tsx';
import type { Shown } from './commands/palette.tsx';
import { widthOf } from './sidebar-choice.ts';
import { Sidebar, useSidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';
import { useCountInTab } from './waiting.ts';

const EnrolmentPage = fetchedPart<{ onDone: () => void }>(
  () => import('../accounts/security/enrolment-page.tsx'),
  'EnrolmentPage',
);
const SecondFactorNotice = fetchedPart<{ by: string }>(
  () => import('./second-factor-notice.tsx'),
  'SecondFactorNotice',
);
const Trouble = fetchedPart<{ onEnd: () => void }>(() => import('./trouble.tsx'), 'Trouble');

/** Frame of every signed-in screen: sidebar, top bar, and the screen as main. */
export function Shell() {
  const { data: user } = useCurrentUser();
  const sidebar = useSidebar(useLocation({ select: (location) => location.href }));
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const [shown, show] = useState<Shown>();
  const [isTroubled, setTroubled] = useState(false);
  const [newVersion, showNewVersion] = useState<ReactNode>();
  useCountInTab();
  useEffect(() => {
    const note = () => setTroubled(true);
    const stop = new AbortController();
    addEventListener(TROUBLE, note, stop);
    addEventListener('offline', note, stop);
    // Loaded in advance: when it is needed, the server may be unreachable.
    fetchAhead([
      Trouble.preload,
      () => import('../offline/registration.tsx').then(({ keepShell }) => keepShell(showNewVersion)),
    ]);
    return () => stop.abort();
  }, []);
  // The page stays until its last step: a reload of the account must not hide the recovery codes, which are shown only once.
  const [isEnrolling, setEnrolling] = useState(false);
  if (user?.mustEnrol && !isEnrolling) setEnrolling(true);
  if (!user) return null;
  if (isEnrolling)
    return (
      <Suspense>
        <EnrolmentPage onDone={() => setEnrolling(false)} />
      </Suspense>
    );
  return (
    <div data-shell className="flex min-h-dvh print:block">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <aside
        className={classNames(
          'sticky top-0 flex h-dvh flex-none flex-col border-r border-border bg-background transition-[width] duration-200',
          'max-md:hidden print:hidden',
          widthOf(sidebar.isCollapsed),
        )}
      >
        <Sidebar user={user} isCollapsed={sidebar.isCollapsed} />
      </aside>
      {sidebar.isOpen && (
        <Overlay onClose={sidebar.close} onGone={() => menuButton.current?.focus()}>
          <Sidebar user={user} isCollapsed={false} />
        </Overlay>
      )}
      <div className="flex min-w-0 flex-1 flex-col print:block" inert={sidebar.isOpen}>
        <TopBar user={user} sidebar={sidebar} slotRef={setSlot} menuButton={menuButton} show={show} />
        {isTroubled && (
          <Suspense>
            <Trouble onEnd={() => setTroubled(false)} />
          </Suspense>
        )}
        {newVersion}
        {user.secondFactorBy && (
          <Suspense>
            <SecondFactorNotice by={user.secondFactorBy} />
          </Suspense>
        )}
        <PageHeaderSlot value={slot}>
          <main id="main" tabIndex={-1} className="min-w-0 flex-1 outline-none">
            <Outlet />
          </main>
        </PageHeaderSlot>
        <Commands user={user} toggleSidebar={sidebar.toggleCollapsed} shown={shown} show={show} />
      </div>
    </div>
  );
}

/** The sidebar over the page on small screens; a click outside, Escape or navigation closes it. */
function Overlay({
  onClose,
  onGone,
  children,
}: {
  onClose: () => void;
  onGone: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  const close = useEffectEvent(onClose);
  const handleGone = useEffectEvent(onGone);
  useEffect(() => {
    panel.current?.querySelector('a')?.focus();
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && close();
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      // The page can take the focus only now: it was inert while the overlay was open.
      handleGone();
    };
  }, []);
  return (
    <div className="fixed inset-0 z-20 md:hidden">
      <button
        type="button"
        aria-label="Close menu"
        tabIndex={-1}
        className="absolute inset-0 cursor-default bg-scrim"
        onClick={onClose}
      />
      <aside
        ref={panel}
        className="relative flex h-full w-64 max-w-[85%] flex-col border-r border-border bg-background"
      >
        {children}
      </aside>
    </div>
  );
}

import { paths } from '../paths.ts';
import { buttonClass, LinkButton } from '../ui/controls/button.tsx';
import { Mark } from '../ui/feedback/mark.tsx';
import { useScreen } from '../ui/layout/page-header.tsx';
import {
  Activity,
  Bot,
  FilePenLine,
  type LucideIcon,
  ShieldCheck,
  Users,
  Zap,
  CircleCheck,
  Database,
  FileText,
  Server,
  TriangleAlert,
  Wrench,
} from 'lucide-react';
import { classNames } from '../lib/class-names.ts';

type Feature = { Icon: LucideIcon; title: string; text: string };

/** Only features that exist. */
const FEATURES: Feature[] = [
  {
    Icon: FilePenLine,
    title: 'Smart Documentation',
    text: 'Write runbooks, work instructions and build documents. Every save keeps a version you can compare and restore.',
  },
  {
    Icon: Activity,
    title: 'Infrastructure Monitoring',
    text: 'One inventory of every server, with status, usage and real health checks. Unknown is shown as unknown.',
  },
  {
    Icon: Bot,
    title: 'AI Assistant',
    text: 'Ask about servers, documentation and troubleshooting. Answers come from your own inventory and pages.',
  },
  {
    Icon: Users,
    title: 'Team Collaboration',
    text: 'Who runs what, and who changed it. Invitations, roles and a record of each change.',
  },
  {
    Icon: ShieldCheck,
    title: 'Enterprise Security',
    text: 'E-mail or Google sign-in, two-factor, passkeys, and an administrator approves every account.',
  },
  {
    Icon: Zap,
    title: 'High Performance',
    text: 'Lists answer as you type, and everything is reached from the keyboard.',
  },
];

const TITLE = 'Enterprise Documentation & Knowledge Management';

/** The page for visitors: the purpose of the product, sign-in and registration. */
export const LandingPage = () => (
  <div className="min-h-dvh bg-background">
    <div className="mx-auto max-w-264 px-4 md:px-6">
      <header className="flex items-center gap-2 py-4">
        <Mark size={20} />
        <span className="flex-1 text-lg font-semibold">Ops Hub</span>
        <a href={paths.login} className={buttonClass({ look: 'quiet' })}>
          Sign In
        </a>
        <a href={paths.register} className={buttonClass({ look: 'primary' })}>
          Get Started
        </a>
      </header>
      <main>
        <Hero />
        <section aria-label="Features" className="border-t border-border">
          <ul className="grid gap-x-9 md:grid-cols-2 lg:grid-cols-3">
            {FEATURES.map(({ Icon, title, text }) => (
              <li key={title} className="border-b border-border py-6">
                <Icon size={20} strokeWidth={1.5} className="text-accent-ink" aria-hidden />
                <h2 className="mt-2.5 text-md">{title}</h2>
                <p className="mt-1 text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className="flex flex-wrap items-center justify-between gap-4 py-16">
          <div>
            <h2 className="text-xl tracking-tight">Ready to Transform Your Documentation?</h2>
            <p className="mt-1 text-muted">
              Register with your work e-mail. An administrator approves the account.
            </p>
          </div>
          <LinkButton to={paths.register} look="primary">
            Start Your Free Trial
          </LinkButton>
        </section>
      </main>
      <footer className="border-t border-border py-6 text-sm text-muted">© 2025 Ops Hub</footer>
    </div>
  </div>
);

function Hero() {
  const heading = useScreen(TITLE);
  return (
    <section className="grid items-center gap-10 py-12 md:py-16 lg:grid-cols-[1.1fr_1fr]">
      <div>
        <p className="font-mono text-sm text-accent-ink">Enterprise Ops Hub</p>
        <h1
          ref={heading}
          tabIndex={-1}
          className="mt-3 text-[1.875rem]/9 tracking-tight text-balance md:text-[2.625rem]/12"
        >
          {TITLE}
        </h1>
        <p className="mt-4 max-w-130 text-lg/7 font-normal text-muted">
          Runbooks, servers and answers in one place, for the people who keep things running. Readable at a
          glance, also at 3 a.m.
        </p>
      </div>
      <Peek />
    </section>
  );
}

type PeekRow = {
  Icon: LucideIcon;
  name: string;
  about: string;
  Sign?: LucideIcon;
  word: string;
  ink: string;
};

const PEEK_ROWS: PeekRow[] = [
  {
    Icon: Database,
    name: 'mel-db-01',
    about: '10.20.14.21',
    Sign: TriangleAlert,
    word: 'Warning',
    ink: 'text-yellow',
  },
  {
    Icon: Database,
    name: 'mel-db-02',
    about: '10.20.14.22',
    Sign: CircleCheck,
    word: 'Online',
    ink: 'text-green',
  },
  {
    Icon: Server,
    name: 'lon-adfs-02',
    about: '10.30.2.14',
    Sign: Wrench,
    word: 'Maintenance',
    ink: 'text-blue',
  },
  {
    Icon: FileText,
    name: 'Fail over to the standby',
    about: 'for mel-db-01',
    word: 'How-To Guide',
    ink: 'text-green',
  },
];

/** An illustration of the product, hidden from screen readers. */
const Peek = () => (
  <div aria-hidden className="rounded-lg border border-border bg-surface px-4 shadow-1 max-lg:hidden">
    {PEEK_ROWS.map(({ Icon, name, about, Sign, word, ink }) => (
      <div key={name} className="flex items-center gap-3 border-b border-border py-2.5 last:border-0">
        <Icon size={16} className="flex-none text-muted" />
        <div className="min-w-0 flex-1 font-mono text-sm">
          <p className="truncate">{name}</p>
          <p className="text-xs text-muted">{about}</p>
        </div>
        <span className={classNames('inline-flex items-center gap-1.5 text-xs font-medium', ink)}>
          {Sign && <Sign size={12} strokeWidth={2.25} />}
          {word}
        </span>
      </div>
    ))}
  </div>
);

import { type ReactNode, useState } from 'react';
import { Mark } from '../../ui/feedback/mark.tsx';
import { useScreen } from '../../ui/layout/page-header.tsx';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { classNames } from '../../lib/class-names.ts';
import { addressOf } from '../../../contract/calls/call.ts';
import { Button } from '../../ui/controls/button.tsx';
import { google } from '../../../contract/calls/accounts.ts';

type Props = { title: string; text?: string; children: ReactNode };

/**
 * A one-column screen outside the shell: logo, title, and a form or a few words. A new title counts as a new screen,
 * which is announced and takes the focus.
 */
export const AccountFrame = (props: Props) => <Frame key={props.title} {...props} />;

function Frame({ title, text, children }: Props) {
  const heading = useScreen(title);
  return (
    <div className="flex min-h-dvh flex-col px-4 py-8 md:justify-center">
      <main className="mx-auto w-full max-w-98">
        <p className="mb-8 flex items-center gap-2 text-lg font-semibold">
          <Mark size={22} />
          Ops Hub
        </p>
        <h1 ref={heading} tabIndex={-1} className="text-xl tracking-tight">
          {title}
        </h1>
        {text && <p className="mt-1 text-muted [overflow-wrap:anywhere]">{text}</p>}
        <div className="mt-6">{children}</div>
      </main>
    </div>
  );
}

/** A question with a link to another page, below the form. */
export const Elsewhere = ({ children }: { children: ReactNode }) => (
  <p className="mt-6 text-sm text-muted">{children}</p>
);

export const linkClass = 'font-medium text-accent-ink underline underline-offset-2';

type NoticeBoxProps = {
  kind: 'success' | 'error';
  text: string;
  /** Remedies, such as a button. */
  children?: ReactNode;
};

/** A success or error message above its form. */
export const NoticeBox = ({ kind, text, children }: NoticeBoxProps) => (
  <div
    role={kind === 'error' ? 'alert' : 'status'}
    className={classNames(
      'mb-4 flex items-start gap-2.5 rounded-md border px-3 py-2.5 text-sm',
      kind === 'error' ? 'border-yellow-line bg-yellow-soft' : 'border-green-line bg-green-soft',
    )}
  >
    {kind === 'error' ? (
      <TriangleAlert size={14} className="mt-0.75 text-yellow" aria-hidden />
    ) : (
      <CircleCheck size={14} className="mt-0.75 text-green" aria-hidden />
    )}
    <div className="min-w-0 [overflow-wrap:anywhere]">
      <p>{text}</p>
      {children && <div className="mt-2">{children}</div>}
    </div>
  </div>
);

/** Link to Google's sign-in page, above the other ways in. */
export const GoogleButton = ({ next }: { next?: string | undefined }) => (
  <Button
    size="large"
    className="w-full"
    icon={<Glyph />}
    onClick={() => location.assign(addressOf(google.start.path, {}, { next }))}
  >
    Continue with Google
  </Button>
);

type OtherWaysProps = {
  /** Where only OpenID Connect is allowed: what is shown in their place. */
  closed: string;
  /** The button that shows them nevertheless. */
  open?: string;
  children: ReactNode;
};

/**
 * Ways in beside OpenID Connect. Where the sign-in policy allows nothing else, style hides them and not the code: the page is
 * prerendered for every policy, and the server adds the attribute (server/http/pages.ts).
 */
export function OtherWays({ closed, open, children }: OtherWaysProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {!isOpen && (
        <p className="mt-4 hidden text-sm text-muted openid-only:block">
          {closed}{' '}
          {open && (
            <button type="button" className={`${linkClass} text-left`} onClick={() => setOpen(true)}>
              {open}
            </button>
          )}
        </p>
      )}
      <div className={isOpen ? undefined : 'openid-only:hidden'}>
        <Or />
        {children}
      </div>
    </>
  );
}

const Or = () => (
  <p
    className={
      'my-4 flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-border ' +
      'after:h-px after:flex-1 after:bg-border'
    }
  >
    or
  </p>
);

const Glyph = () => (
  <svg width="16" height="16" viewBox="0 0 24 24" fill="currentColor" aria-hidden>
    <path d="M12.2 10.2v3.9h5.5a5.9 5.9 0 1 1-1.6-6.3l2.8-2.8A9.9 9.9 0 1 0 22 12.3c0-.7-.1-1.4-.2-2.1z" />
  </svg>
);

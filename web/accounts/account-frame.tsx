import type { ReactNode } from 'react';
import { Mark } from '../ui/mark.tsx';
import { useScreen } from '../ui/page-header.tsx';

/** A screen outside of the shell that is one column: the mark, a title, and a form or a few words. */
export function AccountFrame({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children: ReactNode;
}) {
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
        {text && <p className="mt-1 text-muted">{text}</p>}
        <div className="mt-6">{children}</div>
      </main>
    </div>
  );
}

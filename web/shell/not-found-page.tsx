import { paths } from '../paths.ts';
import { buttonClass } from '../ui/controls/button.tsx';
import { Mark } from '../ui/feedback/mark.tsx';
import { useScreen } from '../ui/layout/page-header.tsx';

const TITLE = '404 Page Not Found';

export function NotFoundPage() {
  const heading = useScreen(TITLE);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-1 p-6 text-center">
      <Mark size={24} />
      <h1 ref={heading} tabIndex={-1} className="mt-4 text-xl">
        {TITLE}
      </h1>
      <p className="text-muted">There is nothing at this address. It may have been moved or mistyped.</p>
      <a href={paths.home} className={`${buttonClass()} mt-4`}>
        Go to Ops Hub
      </a>
    </main>
  );
}

import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import { paths } from '../paths.ts';
import { ExactTime } from '../ui/feedback/relative-time.tsx';

/** A bar under the top bar until the account has the second factor that the sign-in policy requires. */
export const SecondFactorNotice = ({ by }: { by: string }) => (
  <p
    role="status"
    className={
      'flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-yellow-line bg-yellow-soft px-4 py-2 ' +
      'text-sm md:px-6 print:hidden'
    }
  >
    <ShieldAlert size={14} className="flex-none text-yellow" aria-hidden />
    <span>
      Your role needs a second factor from <ExactTime value={by} /> on.
    </span>
    <Link to={paths.settings} className="font-medium underline underline-offset-2">
      Set it up
    </Link>
  </p>
);

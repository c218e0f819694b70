import { addressOf } from '../../../contract/call.ts';
import { Button } from '../../ui/controls/button.tsx';
import { google } from '../../../contract/accounts.ts';

/** Link to Google's sign-in page, above the password form. */
export const GoogleButton = ({ redirect }: { redirect?: string | undefined }) => (
  <>
    <Button
      size="large"
      className="w-full"
      icon={<Glyph />}
      onClick={() => location.assign(addressOf(google.start.path, {}, { redirect }))}
    >
      Continue with Google
    </Button>
    <Or />
  </>
);

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

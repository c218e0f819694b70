import * as Radix from 'radix-ui/dialog';
import type { User } from '../../../contract/calls/user.ts';
import { SignIn } from './login-page.tsx';

/**
 * A dialog over the whole page while the session has ended. It hides the page, which a stranger may see, but keeps it: after
 * the same person signs in, typed text is where it was.
 */
export const SignInAgain = ({ user }: { user: User }) => (
  <Radix.Root open>
    <Radix.Portal>
      <Radix.Content
        data-window=""
        aria-describedby={undefined}
        className="fixed inset-0 z-50 overflow-y-auto bg-background"
        onEscapeKeyDown={(event) => event.preventDefault()}
        // Shortcuts of the page below.
        onKeyDown={(event) => event.nativeEvent.stopPropagation()}
      >
        <Radix.Title className="sr-only">Sign in again</Radix.Title>
        <SignIn
          text="Your session has ended. Sign in again: what you typed is kept where it is."
          email={user.email}
          next={`${location.pathname}${location.search}${location.hash}`}
        />
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { passkeys } from '../../../contract/calls/passkeys.ts';
import { query } from '../../api/query.ts';
import { currentUser, signOut } from '../../api/session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { AccountFrame } from '../sign-in/account-frame.tsx';
import { Passkeys } from './passkeys.tsx';
import { TwoFactor, useSignInMeans } from './security-section.tsx';

/** Replaces all screens until the account has the second factor that the sign-in policy requires. */
export function EnrolmentPage({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const means = useSignInMeans();
  const list = useQuery(query(passkeys.list, {}));
  const isDone = means.data?.isTwoFactorOn === true || (list.data?.length ?? 0) > 0;
  return (
    <AccountFrame
      title="Set up a second factor"
      text="Your organization requires one for your role. Choose an authenticator app on your phone, or a passkey of this device."
    >
      <h2 className="sr-only">Second factors</h2>
      <div className="border-t border-border">
        <TwoFactor means={means.data} />
        <Passkeys hasPassword={means.data?.hasPassword ?? true} />
      </div>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button
          look="primary"
          disabled={!isDone}
          onClick={() => void client.refetchQueries(currentUser).then(onDone)}
        >
          Continue
        </Button>
        <Button onClick={() => void signOut()}>Sign Out</Button>
      </div>
    </AccountFrame>
  );
}

import { useQuery } from '@tanstack/react-query';
import { accounts } from '../../../contract/calls/accounts.ts';
import { messageOf } from '../../../contract/shared/error.ts';
import { useSearch, useLinkToken } from '../../api/address.ts';
import { query } from '../../api/query.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/controls/button.tsx';
import { AccountFrame } from '../sign-in/account-frame.tsx';
import { ResendForm } from './resend-verification.tsx';

const primary = buttonClass({ look: 'primary', size: 'large' });

/** Target of the link in the verification mail. */
export function VerifyEmailPage() {
  const token = useLinkToken(useSearch().token, paths.verifyEmail);
  if (!token) {
    return <NotVerified title="Invalid Link" text="This verification link is invalid or incomplete." />;
  }
  return <Verification token={token} />;
}

function Verification({ token }: { token: string }) {
  const verification = useQuery(query(accounts.verifyEmail, { query: { token } }));
  if (verification.isPending) {
    return (
      <AccountFrame title="Verifying Email">
        <output className="text-muted">One moment, please.</output>
      </AccountFrame>
    );
  }
  if (!verification.data) {
    const why = messageOf(verification.error, 'An error occurred during verification');
    return <NotVerified title="Verification Failed" text={why} />;
  }
  return verification.data.status === 'pending_approval' ? (
    <AccountFrame title="Email Verified" text="Awaiting admin approval">
      <a href={paths.approvalPending} className={primary}>
        View Status
      </a>
    </AccountFrame>
  ) : (
    <AccountFrame title="Verification Complete" text={verification.data.message}>
      <a href={paths.login} className={primary}>
        Continue to Login
      </a>
    </AccountFrame>
  );
}

const NotVerified = ({ title, text }: { title: string; text: string }) => (
  <AccountFrame title={title} text={text}>
    <a href={paths.login} className={buttonClass({ size: 'large' })}>
      Back to Login
    </a>
    <section className="mt-8 border-t border-border pt-6">
      <h2 className="mb-4 text-md">Request a new link</h2>
      <ResendForm />
    </section>
  </AccountFrame>
);

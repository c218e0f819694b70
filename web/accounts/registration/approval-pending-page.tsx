import { Circle, CircleCheck, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { AccountFrame } from '../sign-in/account-frame.tsx';
import { LinkButton } from '../../ui/controls/button.tsx';

/** For a new account with a verified address that waits for approval. */
export const ApprovalPendingPage = () => (
  <AccountFrame
    title="Approval Pending"
    text="A team admin will review your request. You will receive an e-mail once your account is approved."
  >
    <ol className="flex flex-col gap-4">
      <Step
        icon={<CircleCheck size={16} className="text-green" aria-hidden />}
        title="Email Verified"
        text="Your address is confirmed."
      />
      <Step
        isCurrent
        icon={<Hourglass size={16} className="text-yellow" aria-hidden />}
        title="Pending Approval"
        text="Approval typically takes 1-2 business days."
      />
      <Step
        icon={<Circle size={16} className="text-muted" aria-hidden />}
        title="Account Active"
        text="You can sign in."
      />
    </ol>
    <div className="mt-8 flex flex-wrap gap-2">
      <LinkButton to={paths.login} look="primary">
        Try Login Again
      </LinkButton>
      <LinkButton to={paths.home}>Back to Home</LinkButton>
    </div>
  </AccountFrame>
);

type StepProps = { icon: ReactNode; title: string; text: string; isCurrent?: boolean };

const Step = ({ icon, title, text, isCurrent }: StepProps) => (
  <li aria-current={isCurrent ? 'step' : undefined} className="flex gap-3">
    <span className="mt-0.5">{icon}</span>
    <div>
      <p className="font-medium">{title}</p>
      <p className="text-sm text-muted">{text}</p>
    </div>
  </li>
);

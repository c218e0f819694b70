import { KeyRound, ShieldCheck, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { messageOf } from '../../../contract/shared/error.ts';
import { type SignInMeans, secondFactor } from '../../../contract/calls/second-factor.ts';
import { paths } from '../../paths.ts';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { RelativeTime } from '../../ui/feedback/relative-time.tsx';
import { SettingsRow, SettingsSection } from '../settings/settings-section.tsx';
import { Passkeys } from './passkeys.tsx';
import { Sessions } from './sessions.tsx';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../api/query.ts';
import { openedLater } from '../../ui/feedback/part.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';

const ChangePasswordDialog = openedLater(
  () => import('./change-password-dialog.tsx'),
  'ChangePasswordDialog',
);

/** How the account is protected: password, second factor, remaining recovery codes. */
export const useSignInMeans = () => useQuery(query(secondFactor.show, {}));

export function SecuritySection() {
  const [isChanging, setChanging] = useState(false);
  const means = useSignInMeans();
  const hasPassword = means.data?.hasPassword ?? true;
  return (
    <SettingsSection title="Security" text="How you sign in, and where you are signed in.">
      <SettingsRow
        icon={<KeyRound size={16} aria-hidden />}
        title="Password"
        text={
          means.error ? messageOf(means.error, 'Failed to fetch your security settings') : ageOf(means.data)
        }
      >
        {means.isError && <Button onClick={() => void means.refetch()}>Try again</Button>}
        {hasPassword ? (
          <Button onClick={() => setChanging(true)}>Change Password</Button>
        ) : (
          <a href={paths.forgotPassword} className={buttonClass()}>
            Set Password
          </a>
        )}
      </SettingsRow>
      <TwoFactor means={means.data} />
      <Passkeys hasPassword={hasPassword} />
      <Sessions />
      {isChanging && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </SettingsSection>
  );
}

function ageOf(means: SignInMeans | undefined): ReactNode {
  if (means && !means.hasPassword) return 'None yet: you sign in with Google';
  if (!means?.passwordChangedAt) return 'Changing it ends your other sessions';
  return (
    <>
      Last updated <RelativeTime value={means.passwordChangedAt} />
    </>
  );
}

const RenewCodesDialog = openedLater(() => import('./two-factor-dialogs.tsx'), 'RenewCodesDialog');
const DisableDialog = openedLater(() => import('./two-factor-dialogs.tsx'), 'DisableDialog');
const EnableDialog = openedLater(() => import('./two-factor-dialogs.tsx'), 'EnableDialog');

type OpenDialog = 'enable' | 'disable' | 'renew';

/** Switches the authenticator code at sign-in on and off, and renews its recovery codes. */
export function TwoFactor({ means }: { means: SignInMeans | undefined }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const close = () => setOpenDialog(undefined);
  const isOn = means?.isTwoFactorOn ?? false;
  const hasPassword = means?.hasPassword ?? true;
  return (
    <>
      <SettingsRow
        icon={<Smartphone size={16} aria-hidden />}
        title={
          <span className="inline-flex flex-wrap items-center gap-2">
            Two-factor authentication
            {isOn && (
              <Badge look="green" icon={<ShieldCheck size={12} aria-hidden />}>
                On
              </Badge>
            )}
          </span>
        }
        text={
          isOn
            ? `Authenticator app · ${means?.recoveryCodesLeft} of 10 recovery codes left`
            : 'A code from your phone at each sign-in'
        }
      >
        {isOn ? (
          <>
            <Button look="quiet" onClick={() => setOpenDialog('renew')}>
              Recovery codes
            </Button>
            <Button look="danger-outline" onClick={() => setOpenDialog('disable')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button disabled={!means} onClick={() => setOpenDialog('enable')}>
            Enable 2FA
          </Button>
        )}
      </SettingsRow>
      {openDialog === 'enable' && <EnableDialog hasPassword={hasPassword} onClose={close} />}
      {openDialog === 'disable' && <DisableDialog hasPassword={hasPassword} onClose={close} />}
      {openDialog === 'renew' && <RenewCodesDialog hasPassword={hasPassword} onClose={close} />}
    </>
  );
}

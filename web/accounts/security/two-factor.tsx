import { ShieldCheck, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { type SignInMeans } from '../../../contract/second-factor.ts';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SettingsRow } from '../settings/settings-section.tsx';
import { openedLater } from '../../ui/overlays/opened-later.tsx';

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

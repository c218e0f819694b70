import { ShieldCheck, Smartphone } from 'lucide-react';
import { useState } from 'react';
import type { SignInMeans } from '../../../../contract/second-factor.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { SettingsRow } from '../../settings/settings-section.tsx';
import { DisableDialog } from './disable-dialog.tsx';
import { EnableDialog } from './enable-dialog.tsx';
import { RenewCodesDialog } from './renew-codes-dialog.tsx';

type Asked = 'enable' | 'disable' | 'renew';

/** The code of an authenticator at sign-in: switched on, off, and its recovery codes. */
export function TwoFactor({ means }: { means: SignInMeans | undefined }) {
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
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
            <Button look="quiet" onClick={() => setAsked('renew')}>
              Recovery codes
            </Button>
            <Button look="danger-outline" onClick={() => setAsked('disable')}>
              Turn off
            </Button>
          </>
        ) : (
          <Button disabled={!means} onClick={() => setAsked('enable')}>
            Enable 2FA
          </Button>
        )}
      </SettingsRow>
      {asked === 'enable' && <EnableDialog hasPassword={hasPassword} onClose={close} />}
      {asked === 'disable' && <DisableDialog hasPassword={hasPassword} onClose={close} />}
      {asked === 'renew' && <RenewCodesDialog hasPassword={hasPassword} onClose={close} />}
    </>
  );
}

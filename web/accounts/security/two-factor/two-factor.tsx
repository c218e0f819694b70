import { ShieldCheck, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { type SignInMeans, secondFactor } from '../../../../contract/second-factor.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { SettingsRow } from '../../settings/settings-section.tsx';
import { EnableDialog } from './enable-dialog.tsx';
import { messageOf } from '../../../../contract/error.ts';
import { useSave } from '../../../api/save.ts';
import { ConfirmedDialog } from '../confirmed-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

function RenewCodesDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const renew = useSave(secondFactor.renewRecoveryCodes, {
    invalidates: [secondFactor.show],
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to make new recovery codes. Please try again.'),
    }),
  });
  if (renew.data) {
    return <RecoveryCodes title="New recovery codes" codes={renew.data.recoveryCodes} onClose={onClose} />;
  }
  return (
    <ConfirmedDialog
      title="Make new recovery codes?"
      text="The old ones stop working at once."
      label="Make new codes"
      look="primary"
      hasPassword={hasPassword}
      busy={renew.isPending}
      onClose={onClose}
      onConfirm={(body, onError) => renew.mutate({ body }, { onError })}
    />
  );
}

function DisableDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
  const disable = useSave(secondFactor.disable, {
    invalidates: [secondFactor.show],
    saved: () => ({
      title: 'Two-Factor Authentication Off',
      text: 'Your password alone opens your account.',
    }),
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to turn it off. Please try again.'),
    }),
  });
  return (
    <ConfirmedDialog
      title="Turn off two-factor authentication?"
      text="Your password alone opens your account then, and the recovery codes stop working."
      label="Turn off"
      look="danger"
      hasPassword={hasPassword}
      busy={disable.isPending}
      onClose={onClose}
      onConfirm={(body, onError) => disable.mutate({ body }, { onSuccess: onClose, onError })}
    />
  );
}

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

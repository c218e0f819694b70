import { messageOf } from '../../../../contract/error.ts';
import { secondFactor } from '../../../../contract/second-factor.ts';
import { useSave } from '../../../api/save.ts';
import { ConfirmedDialog } from '../confirmed-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export function RenewCodesDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
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

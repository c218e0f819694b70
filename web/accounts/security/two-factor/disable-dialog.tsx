import { messageOf } from '../../../../contract/error.ts';
import { secondFactor } from '../../../../contract/second-factor.ts';
import { useSave } from '../../../api/save.ts';
import { ConfirmedDialog } from '../confirmed-dialog.tsx';

export function DisableDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose: () => void }) {
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

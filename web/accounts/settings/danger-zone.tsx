import { useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { signedIn } from '../../../contract/user.ts';
import { messageOf } from '../../../contract/error.ts';
import { ownAccount } from '../../../contract/own-account.ts';
import { useSave } from '../../api/save.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ConfirmedDialog } from '../security/confirmed-dialog.tsx';
import { useSignInMeans } from '../security/use-sign-in-means.ts';
import { SettingsRow, SettingsSection } from './settings-section.tsx';

export function DangerZone() {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const hasPassword = useSignInMeans().data?.hasPassword ?? true;
  const remove = useSave(ownAccount.remove, {
    invalidates: [],
    saved: () => ({ title: 'Account Deleted', text: 'Your documents stay and keep your name.' }),
    failed: (error) => ({
      title: 'Error',
      text: messageOf(error, 'Failed to delete your account. Please try again.'),
    }),
  });
  const forget = () => {
    setAsking(false);
    void client.invalidateQueries({ queryKey: [signedIn.currentUser.path] });
  };
  return (
    <SettingsSection title="Danger Zone" text="Export first; deletion cannot be undone.">
      <SettingsRow
        icon={<Download size={16} aria-hidden />}
        title="Your data"
        text="Profile, settings and the documents you wrote: a zip of JSON and Markdown"
      >
        {/* The answer is a file: this page stays. */}
        <Button onClick={() => location.assign(ownAccount.exportData.path)}>Export Data</Button>
      </SettingsRow>
      <SettingsRow
        icon={<Trash2 size={16} aria-hidden />}
        title="Your account"
        text="Your documents stay and keep your name"
      >
        <Button look="danger-outline" onClick={() => setAsking(true)}>
          Delete Account
        </Button>
      </SettingsRow>
      {isAsking && (
        <ConfirmedDialog
          title="Delete your account?"
          text="You are signed out everywhere, and your keys, settings and drafts are gone. This cannot be undone."
          label="Delete Account"
          look="danger"
          hasPassword={hasPassword}
          busy={remove.isPending}
          onClose={() => setAsking(false)}
          onConfirm={(body, onError) => remove.mutate({ body }, { onSuccess: forget, onError })}
        />
      )}
    </SettingsSection>
  );
}

import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { SettingsRow, SettingsSection } from '../settings-section.tsx';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { Sessions } from './sessions.tsx';

export function SecuritySection() {
  const [isChanging, setChanging] = useState(false);
  return (
    <SettingsSection title="Security" text="Signing in, and where you are signed in.">
      <SettingsRow
        icon={<KeyRound size={16} aria-hidden />}
        title="Password"
        text="Changing it ends your other sessions"
      >
        <Button onClick={() => setChanging(true)}>Change Password</Button>
      </SettingsRow>
      <Sessions />
      {isChanging && <ChangePasswordDialog onClose={() => setChanging(false)} />}
    </SettingsSection>
  );
}

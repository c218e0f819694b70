import type { Settings } from '../../../contract/settings.ts';
import { Switch } from '../../ui/controls/switch.tsx';
import { SettingsSection } from './settings-section.tsx';
import { NoticeChoices } from './notice-choices.tsx';
import { useSaveSettings } from './use-save-settings.ts';

type Name = keyof Settings['notifications'];

const SWITCHES: { name: Name; label: string; hint: string }[] = [
  { name: 'email', label: 'Email notifications', hint: 'What waits for you, also by mail' },
  { name: 'push', label: 'Push notifications', hint: 'From this browser, while Ops Hub is open' },
  { name: 'securityAlerts', label: 'Security alerts', hint: 'Changes to the ways into your account' },
];

/** Each switch takes effect where it stands. */
export function NotificationsSection({ notifications }: { notifications: Settings['notifications'] }) {
  const save = useSaveSettings('Preferences Updated');
  const turn = async (name: Name, isOn: boolean) => {
    // Browsers show nothing before they were allowed to.
    if (name === 'push' && isOn && 'Notification' in window) await Notification.requestPermission();
    save.mutate({ body: { notifications: { [name]: isOn } } });
  };
  return (
    <SettingsSection title="Notifications" text="What reaches you outside this window.">
      {SWITCHES.map(({ name, label, hint }) => (
        <div key={name} className="border-b border-border py-2.5">
          <Switch
            label={label}
            hint={hint}
            checked={notifications[name]}
            onChange={(isOn) => void turn(name, isOn)}
          />
        </div>
      ))}
      <NoticeChoices isMailOn={notifications.email} />
    </SettingsSection>
  );
}

import { useOwnSettings } from '../../api/own-settings.ts';
import { useSaveSettings } from './use-save-settings.ts';
import { Placeholders, Skeleton } from '../../ui/feedback/list-states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { ApiTokens } from '../security/api-tokens.tsx';
import { SecuritySection, useSignInMeans } from '../security/security-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import type { OpenDocuments, Settings, Theme } from '../../../contract/calls/settings.ts';
import { Switch } from '../../ui/controls/switch.tsx';
import { SettingsSection, SettingsRow } from './settings-section.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../contract/calls/call.ts';
import { ownAccount } from '../../../contract/calls/own-account.ts';
import { passkeys } from '../../../contract/calls/passkeys.ts';
import { secondFactor } from '../../../contract/calls/second-factor.ts';
import { sessions } from '../../../contract/calls/sessions.ts';
import { tokens } from '../../../contract/calls/tokens.ts';
import { queryClient, query } from '../../api/query.ts';
import { ReadFailed } from '../../api/read-failed.tsx';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { Download, HardDriveDownload, Trash2, Monitor, Moon, Sun } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { signedIn } from '../../../contract/calls/user.ts';
import { reasonOr, useSave } from '../../api/save.ts';
import { Button, buttonClass } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { openedLater } from '../../ui/feedback/part.tsx';

const ConfirmedDialog = openedLater(() => import('../security/confirmed-dialog.tsx'), 'ConfirmedDialog');

/**
 * Loads the data of all account sections in one call; later each section refreshes its own part. If this call fails,
 * each section makes its own call and shows its own error.
 */
const useWaysIn = () =>
  useQuery({
    queryKey: [ownAccount.waysIn.path],
    // A sign-in on another device sends no event to this browser.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const ways = await call(ownAccount.waysIn, { signal });
      queryClient.setQueryData(query(secondFactor.show, {}).queryKey, ways.means);
      queryClient.setQueryData(query(passkeys.list, {}).queryKey, ways.passkeys);
      queryClient.setQueryData(query(sessions.list, {}).queryKey, ways.sessions);
      queryClient.setQueryData(query(tokens.list, {}).queryKey, ways.tokens);
      return true;
    },
  });

type Name = keyof Settings['notifications'];

const SWITCHES: { name: Name; label: string; hint: string }[] = [
  { name: 'email', label: 'Email notifications', hint: 'Notifications by mail, too' },
  { name: 'push', label: 'Push notifications', hint: 'From this browser, while Ops Hub is open' },
  { name: 'securityAlerts', label: 'Security alerts', hint: 'Changes to how you sign in' },
];

/** Each switch is saved immediately. */
function NotificationsSection({ notifications }: { notifications: Settings['notifications'] }) {
  const save = useSaveSettings('Preferences Updated');
  const turn = async (name: Name, isOn: boolean) => {
    // Browsers show no notifications without permission.
    if (name === 'push' && isOn && 'Notification' in window) await Notification.requestPermission();
    save.mutate({ body: { notifications: { [name]: isOn } } });
  };
  return (
    <SettingsSection title="Notifications" text="Notifications outside this window.">
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
      <NotificationSettings isMailOn={notifications.email} />
    </SettingsSection>
  );
}

export const SettingsPage = () => (
  <div className="flex max-w-180 flex-col gap-10 p-4 md:p-6">
    <PageHeader title="Settings" subtitle="Your profile, preferences and security" />
    <Sections />
  </div>
);

/** Rendered together when all data is there, so that no section moves another one down. */
function Sections() {
  const own = useOwnSettings();
  const ways = useWaysIn();
  if (own.isPending || ways.isPending) return <SectionPlaceholders />;
  return (
    <>
      <OwnSettings own={own} />
      <SecuritySection />
      <ApiTokens />
      <OfflineCopies />
      <DangerZone />
    </>
  );
}

function OwnSettings({ own }: { own: ReturnType<typeof useOwnSettings> }) {
  if (!own.data) {
    return (
      <ReadFailed read={own} title="Settings could not be loaded" text="Failed to fetch your settings" />
    );
  }
  const { profile, notifications, preferences } = own.data;
  return (
    <>
      <ProfileSection profile={profile} />
      <NotificationsSection notifications={notifications} />
      <PreferencesSection preferences={preferences} />
    </>
  );
}

const SectionPlaceholders = () => (
  <Placeholders count={3}>
    <Skeleton className="mb-6 h-40 w-full" />
  </Placeholders>
);

const OfflineCopies = () => (
  <SettingsSection title="Outages" text="Documents and servers stay readable here while the server is away.">
    <SettingsRow
      icon={<HardDriveDownload size={16} aria-hidden />}
      title="Offline copies"
      text="What this browser keeps, and what protects it"
    >
      <Link to={paths.offlineCopies} className={buttonClass()}>
        Show Copies
      </Link>
    </SettingsRow>
  </SettingsSection>
);

function DangerZone() {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const hasPassword = useSignInMeans().data?.hasPassword ?? true;
  const remove = useSave(ownAccount.remove, {
    invalidates: [],
    saved: () => ({ title: 'Account Deleted', text: 'Your documents stay and keep your name.' }),
    failed: reasonOr('Failed to delete your account. Please try again.'),
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
        {/* The response is a download, so this page stays. */}
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

const THEMES: { value: Theme; label: string; icon: ReactNode }[] = [
  { value: 'light', label: 'Light', icon: <Sun size={14} aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={14} aria-hidden /> },
  { value: 'system', label: 'System', icon: <Monitor size={14} aria-hidden /> },
];

const OPENED_FOR: { value: OpenDocuments; label: string }[] = [
  { value: 'editing', label: 'Editing' },
  { value: 'reading', label: 'Reading' },
];

function PreferencesSection({ preferences }: { preferences: Settings['preferences'] }) {
  const [chosen, setChosen] = useState(preferences);
  const save = useSaveSettings('Preferences Updated');
  return (
    <SettingsSection
      title="Appearance and Preferences"
      text="Applies in every browser that you sign in with."
    >
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-border py-2.5">
        <p className="text-sm font-medium">Theme</p>
        <Segmented
          label="Theme"
          choices={THEMES}
          value={chosen.theme}
          onChange={(theme) => setChosen({ ...chosen, theme })}
        />
      </div>
      <div className="border-b border-border py-2.5">
        <Switch
          label="Auto-save documents"
          hint="Saves a draft on the server while you type"
          checked={chosen.autoSave}
          onChange={(autoSave) => setChosen({ ...chosen, autoSave })}
        />
      </div>
      <div className="border-b border-border py-2.5">
        <Switch
          label="Compact view"
          hint="Shorter rows in tables"
          checked={chosen.compactView}
          onChange={(compactView) => setChosen({ ...chosen, compactView })}
        />
      </div>
      <div className="border-b border-border py-2.5">
        <Switch
          label="24-hour clock"
          hint="Times as 15:07 instead of 3:07 pm"
          checked={chosen.hour24 ?? false}
          onChange={(hour24) => setChosen({ ...chosen, hour24 })}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-border py-2.5">
        <div>
          <p className="text-sm font-medium">Open documents for</p>
          <p className="text-xs text-muted">From lists and search; on phones for reading</p>
        </div>
        <Segmented
          label="Open documents for"
          choices={OPENED_FOR}
          value={chosen.openDocuments ?? 'editing'}
          onChange={(openDocuments) => setChosen({ ...chosen, openDocuments })}
        />
      </div>
      <Button
        className="mt-4"
        look="primary"
        busy={save.isPending}
        onClick={() => save.mutate({ body: { preferences: chosen } })}
      >
        Save Preferences
      </Button>
    </SettingsSection>
  );
}

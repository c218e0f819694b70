import { messageOf } from '../../../contract/error.ts';
import { useOwnSettings } from '../../api/own-settings.ts';
import { Failed, Placeholders } from '../../ui/feedback/list-states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { ApiTokens } from '../security/api-tokens.tsx';
import { SecuritySection } from '../security/security-section.tsx';
import { DangerZone } from './danger-zone.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PreferencesSection } from './preferences-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { useWaysIn } from './use-ways-in.ts';

/** What people set for themselves. */
export const SettingsPage = () => (
  <div className="flex max-w-180 flex-col gap-10 p-4 md:p-6">
    <PageHeader title="Settings" subtitle="Your profile, preferences and security" />
    <Sections />
  </div>
);

/** All at once, so that none pushes another one down. */
function Sections() {
  const own = useOwnSettings();
  const ways = useWaysIn();
  if (own.isPending || ways.isPending) return <SectionPlaceholders />;
  return (
    <>
      <OwnSettings own={own} />
      <SecuritySection />
      <ApiTokens />
      <DangerZone />
    </>
  );
}

function OwnSettings({ own }: { own: ReturnType<typeof useOwnSettings> }) {
  if (!own.data) {
    return (
      <Failed
        title="Settings could not be loaded"
        text={messageOf(own.error, 'Failed to fetch your settings')}
        onRetry={() => void own.refetch()}
      />
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

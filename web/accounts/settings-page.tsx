import { PageHeader } from '../ui/page-header.tsx';
import { ApiTokens } from './security/api-tokens.tsx';
import { SecuritySection } from './security/security-section.tsx';

/** What people set for themselves. */
export const SettingsPage = () => (
  <div className="flex max-w-180 flex-col gap-10 p-4 md:p-6">
    <PageHeader title="Settings" subtitle="Your password, sessions and API tokens" />
    <SecuritySection />
    <ApiTokens />
  </div>
);

import { accounts, google } from './accounts.ts';
import { administration } from './administration.ts';
import { approvals } from './approvals.ts';
import { analytics } from './analytics.ts';
import { assistant } from './assistant.ts';
import { backups } from './backups.ts';
import { brokenLinks } from './broken-links.ts';
import { checks } from './checks.ts';
import { demo } from './demo.ts';
import { documentOverview, knowledgeBaseOverview } from './document-overview.ts';
import { documentBatches, knowledgeBaseBatches } from './document-batches.ts';
import { documentExport, instanceExport, knowledgeBaseExport } from './exports.ts';
import { pastedText } from './pasted-text.ts';
import { documentImports, knowledgeBaseImports } from './imports.ts';
import { documents, knowledgeBase } from './documents.ts';
import { fieldValues } from './field-values.ts';
import { documentEditing, drafts, knowledgeBaseEditing } from './drafts.ts';
import { system } from './system.ts';
import { alertRules } from './alert-rules.ts';
import { channels } from './channels.ts';
import { alertInputs } from './alert-inputs.ts';
import { alerts } from './alerts.ts';
import { alertSources } from './alert-sources.ts';
import { duty } from './duty.ts';
import { heartbeats } from './heartbeats.ts';
import { maintenance } from './maintenance.ts';
import { serverNeeds } from './server-needs.ts';
import { groups } from './groups.ts';
import { jobs } from './jobs.ts';
import { live } from './live.ts';
import { noticeChoices } from './notification-choices.ts';
import { notifications } from './notifications.ts';
import { objects } from './objects.ts';
import { offlineCopies } from './offline-copies.ts';
import { operations } from './operations.ts';
import { ownAccount } from './own-account.ts';
import { passkeys } from './passkeys.ts';
import { readers } from './readers.ts';
import { retention } from './retention.ts';
import { search } from './search.ts';
import { secondFactor } from './second-factor.ts';
import { serverLimits } from './server-limits.ts';
import { serverOverview } from './server-overview.ts';
import { serverViews } from './server-views.ts';
import { servers } from './servers.ts';
import { sessions } from './sessions.ts';
import { signInPolicy } from './sign-in-policy.ts';
import { documentShares, knowledgeBaseShares, sharing } from './sharing.ts';
import { settingsChange } from './settings-change.ts';
import { settings } from './settings.ts';
import { team } from './team.ts';
import { tokens } from './tokens.ts';
import { documentVersions, knowledgeBaseVersions } from './versions.ts';
import { documentWatching, knowledgeBaseWatching } from './watching.ts';
import { signedIn } from './user.ts';
import { writing } from './writing.ts';
import type { Endpoint } from './endpoint.ts';

/** All calls of the product. */
const api = {
  accounts,
  signedIn,
  ownAccount,
  settings,
  settingsChange,
  google,
  secondFactor,
  passkeys,
  approvals,
  analytics,
  notifications,
  noticeChoices,
  administration,
  tokens,
  sessions,
  signInPolicy,
  documents,
  documentOverview,
  knowledgeBaseOverview,
  documentBatches,
  documentImports,
  pastedText,
  knowledgeBaseImports,
  knowledgeBaseBatches,
  knowledgeBase,
  drafts,
  documentEditing,
  documentWatching,
  knowledgeBaseWatching,
  knowledgeBaseEditing,
  documentVersions,
  knowledgeBaseVersions,
  documentExport,
  knowledgeBaseExport,
  instanceExport,
  documentShares,
  knowledgeBaseShares,
  sharing,
  writing,
  servers,
  serverOverview,
  serverViews,
  fieldValues,
  checks,
  brokenLinks,
  demo,
  system,
  backups,
  team,
  readers,
  retention,
  search,
  assistant,
  groups,
  alerts,
  alertInputs,
  alertRules,
  alertSources,
  heartbeats,
  channels,
  serverLimits,
  serverNeeds,
  maintenance,
  duty,
  jobs,
  live,
  objects,
  offlineCopies,
  operations,
};

export const everyEndpoint = (): Endpoint[] =>
  Object.values(api).flatMap((room) => Object.values<Endpoint>(room));

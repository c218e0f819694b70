import { administration } from '../contract/calls/administration.ts';
import { approvals } from '../contract/calls/approvals.ts';
import { alertRules } from '../contract/calls/alert-rules.ts';
import { alerts } from '../contract/calls/alerts.ts';
import { alertSources } from '../contract/calls/alert-sources.ts';
import { duty } from '../contract/calls/duty.ts';
import { heartbeats } from '../contract/calls/heartbeats.ts';
import { maintenance } from '../contract/calls/maintenance.ts';
import { analytics } from '../contract/calls/analytics.ts';
import { brokenLinks } from '../contract/calls/broken-links.ts';
import { addressOf } from '../contract/calls/call.ts';
import { channels } from '../contract/calls/channels.ts';
import { documentOverview, knowledgeBaseOverview } from '../contract/calls/document-overview.ts';
import { documents, knowledgeBase } from '../contract/calls/documents.ts';
import type { Args, Endpoint } from '../contract/calls/endpoint.ts';
import { groups } from '../contract/calls/groups.ts';
import { noticeChoices } from '../contract/calls/notification-choices.ts';
import { ownAccount } from '../contract/calls/own-account.ts';
import { serverViews } from '../contract/calls/server-views.ts';
import { servers } from '../contract/calls/servers.ts';
import { signInPolicy } from '../contract/calls/sign-in-policy.ts';
import { system } from '../contract/calls/system.ts';
import { team } from '../contract/calls/team.ts';
import { PAGE_SIZES } from './page-sizes.ts';
import type { MemberPath } from './paths.ts';

/** For the build (vite.config.ts): what a page requests before the application runs, beside the files of its screen. */

const EDITOR = 'documents/editor/shell/document-editor.tsx';
/** The module that replaces the list of a screen when the query has this parameter. */
export const OPENED = {
  '/knowledge-base?doc': EDITOR,
  '/knowledge-base?create': EDITOR,
  '/documents?doc': EDITOR,
} as const satisfies Partial<Record<`${MemberPath}?${string}`, string>>;

/** The module that takes care of a text that the page contains. The page loads it before the application. */
export const READER = 'documents/reading/early-text.ts';

/** The address of a call. The server fills in the parameter of the requested page. */
const read = <E extends Endpoint>({ path }: E, args: Omit<Args<E>, 'params'>): string =>
  addressOf(path.replace(/:\w+/, ':'), {}, 'query' in args ? (args.query as Record<string, unknown>) : {});

const STATS = read(analytics.stats, {
  query: { recent: PAGE_SIZES.recentActivity, day: 'true', steps: 'true' },
});
const OVERVIEW = read(servers.list, { query: { limit: PAGE_SIZES.overviewServers, runbooks: 'true' } });
const CARDS = { query: { limit: PAGE_SIZES.documentCards, fields: 'card' } } as const;

/**
 * The first calls of a screen, without a query or with the parameter of `OPENED`. A preload is wasted unless the screen
 * makes exactly this call: e2e/budget.e2e.ts.
 */
export const FIRST_READS: Partial<Record<MemberPath | keyof typeof OPENED, string[]>> = {
  '/': [STATS, OVERVIEW],
  '/dashboard': [STATS, OVERVIEW],
  '/knowledge-base': [read(knowledgeBase.list, CARDS), read(knowledgeBase.facets, {})],
  '/knowledge-base?doc': [read(knowledgeBaseOverview.read, {})],
  '/knowledge-base/$documentId': [read(knowledgeBaseOverview.read, {})],
  '/documents': [read(documents.list, CARDS), read(documents.facets, {})],
  '/documents?doc': [read(documentOverview.read, {})],
  '/infrastructure': [
    read(servers.list, { query: { limit: PAGE_SIZES.servers } }),
    read(serverViews.list, {}),
  ],
  '/alerts': [read(alerts.list, { query: { state: 'open', limit: PAGE_SIZES.alerts } })],
  '/alerts/$alertId': [read(alerts.find, {})],
  '/alerts/maintenance': [read(maintenance.list, {})],
  '/alerts/plan': [],
  '/alerts/duty': [read(duty.list, {})],
  '/alerts/report': [],
  '/team': [read(team.list, {})],
  '/settings': [read(ownAccount.waysIn, {}), read(noticeChoices.show, {})],
  '/print/$documentId': [read(knowledgeBase.find, {})],
  '/admin/approval': [read(approvals.listPending, {})],
  '/admin/users': [read(administration.listUsers, {})],
  '/admin/groups': [read(groups.list, {}), read(groups.listDefaultReaders, {})],
  '/admin/alert-rules': [read(alertRules.list, {}), read(channels.list, {})],
  '/admin/channels': [read(channels.list, {})],
  '/admin/alert-inputs': [read(alertSources.list, {}), read(heartbeats.list, {})],
  '/admin/audit': [
    read(administration.audit, { query: { limit: PAGE_SIZES.auditEntries } }),
    read(administration.listUsers, {}),
  ],
  '/admin/sign-in-policy': [read(signInPolicy.show, {})],
  '/admin/broken-links': [read(brokenLinks.list, { query: { limit: PAGE_SIZES.brokenLinks } })],
  '/admin/system': [read(system.status, {})],
};

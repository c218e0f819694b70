import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import type { DocumentType } from '../contract/shared/document-words.ts';
import { readAlertsSearch } from './alerts/alerts-search.ts';
import { readReportSearch } from './alerts/report/report-search.ts';
import { readAuditSearch } from './audit/audit-search.ts';
import {
  CREATES,
  readDocumentsSearch,
  readKnowledgeBaseSearch,
} from './documents/list/knowledge-base-search.ts';
import { isForEverybody, type MemberPath, paths } from './paths.ts';
import { readServersSearch } from './servers/servers-search.ts';
import { ifValid, parseSearch, stringifySearch } from './search-params.ts';
import { Loading, LoadingPage, ScreenFailed, NotFoundPage } from './shell/fallback-pages.tsx';
import { Shell } from './shell/shell.tsx';
import { fetchedPart } from './ui/feedback/part.tsx';

/** The build reads this table (vite.config.ts), so that each page names the files that its screen needs. */
const SCREENS: Record<MemberPath, ReturnType<typeof fetchedPart<object>>> = {
  '/': fetchedPart(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage'),
  '/dashboard': fetchedPart(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage'),
  '/knowledge-base': fetchedPart(
    () => import('./documents/list/knowledge-base-page.tsx'),
    'KnowledgeBasePage',
  ),
  '/knowledge-base/$documentId': fetchedPart(
    () => import('./documents/reading/reading-page.tsx'),
    'ReadingPage',
  ),
  '/documents': fetchedPart(() => import('./documents/list/documents-page.tsx'), 'DocumentsPage'),
  '/print/$documentId': fetchedPart(() => import('./documents/print/print-page.tsx'), 'PrintPage'),
  '/share/$token': fetchedPart(() => import('./documents/sharing/shared-page.tsx'), 'SharedPage'),
  '/infrastructure': fetchedPart(() => import('./servers/servers-page.tsx'), 'ServersPage'),
  '/infrastructure/$serverId': fetchedPart(() => import('./servers/page/server-page.tsx'), 'ServerPage'),
  '/alerts': fetchedPart(() => import('./alerts/alerts-page.tsx'), 'AlertsPage'),
  '/alerts/$alertId': fetchedPart(() => import('./alerts/alert-page.tsx'), 'AlertPage'),
  '/alerts/maintenance': fetchedPart(
    () => import('./alerts/maintenance/maintenance-page.tsx'),
    'MaintenancePage',
  ),
  '/alerts/plan': fetchedPart(() => import('./alerts/maintenance/outage-plan-page.tsx'), 'OutagePlanPage'),
  '/alerts/duty': fetchedPart(() => import('./alerts/duty/duty-page.tsx'), 'DutyPage'),
  '/alerts/report': fetchedPart(() => import('./alerts/report/report-page.tsx'), 'ReportPage'),
  '/ai': fetchedPart(() => import('./assistant/assistant-page.tsx'), 'AssistantPage'),
  '/team': fetchedPart(() => import('./team/team-page.tsx'), 'TeamPage'),
  '/settings': fetchedPart(() => import('./accounts/settings/settings-page.tsx'), 'SettingsPage'),
  '/settings/offline': fetchedPart(
    () => import('./offline-copies/offline-copies-page.tsx'),
    'OfflineCopiesPage',
  ),
  '/admin/approval': fetchedPart(() => import('./accounts/administration/approval-page.tsx'), 'ApprovalPage'),
  '/admin/users': fetchedPart(() => import('./accounts/administration/users-page.tsx'), 'UsersPage'),
  '/admin/groups': fetchedPart(() => import('./accounts/administration/groups-page.tsx'), 'GroupsPage'),
  '/admin/alert-rules': fetchedPart(() => import('./alerts/rules/rules-page.tsx'), 'RulesPage'),
  '/admin/channels': fetchedPart(() => import('./alerts/channels/channels-page.tsx'), 'ChannelsPage'),
  '/admin/alert-inputs': fetchedPart(() => import('./alerts/inputs/inputs-page.tsx'), 'InputsPage'),
  '/admin/audit': fetchedPart(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  '/admin/sign-in-policy': fetchedPart(() => import('./accounts/policy/policy-page.tsx'), 'PolicyPage'),
  '/admin/broken-links': fetchedPart(() => import('./broken-links/broken-links-page.tsx'), 'BrokenLinksPage'),
  '/admin/system': fetchedPart(() => import('./system/system-page.tsx'), 'SystemPage'),
};

/** What the route of a path needs: the screen, and the placeholder while its files load. */
const screenAt = <Path extends MemberPath>(path: Path, pendingComponent = Loading) => ({
  path,
  component: SCREENS[path],
  pendingComponent,
});

/** Visitor pages are no screens of this router: a link that leads to one loads it as a page. */
function Unrouted() {
  const isPage = isForEverybody(location.pathname);
  useEffect(() => {
    if (isPage) location.reload();
  }, [isPage]);
  return isPage ? <LoadingPage /> : <NotFoundPage />;
}

const root = createRootRoute({ component: Outlet, notFoundComponent: Unrouted });

/** The target of a share link, open to everybody. */
const share = createRoute({
  getParentRoute: () => root,
  ...screenAt(paths.share, LoadingPage),
  loader: () => SCREENS[paths.share].preload(),
});

/** The print view has no shell, but still requires sign-in. */
const print = createRoute({ getParentRoute: () => root, ...screenAt(paths.print, LoadingPage) });

/** Ends once the next picture is on the screen. A hidden tab paints none, so it waits 50 ms at most. */
const painted = () =>
  new Promise<void>((done) => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 50);
  });

/** All screens inside the shell. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  // The sidebar shows the new place at once, and the new screen follows: on a slow computer it takes a while to draw.
  beforeLoad: ({ cause }) => (cause === 'stay' ? painted() : undefined),
  component: Shell,
});

/** A screen without a query. */
const plainRoute = <Path extends MemberPath>(path: Path) =>
  createRoute({ getParentRoute: () => signedIn, ...screenAt(path) });

const knowledgeBase = createRoute({
  getParentRoute: () => signedIn,
  ...screenAt(paths.knowledgeBase),
  validateSearch: readKnowledgeBaseSearch,
  beforeLoad: ({ search: { create, ...search } }) => {
    if (!create) return;
    // `create` moves from the address to the history state, so that Back and Forward keep working.
    redirect({
      throw: true,
      to: paths.knowledgeBase,
      search,
      state: { createAs: CREATES[create] },
      replace: true,
    });
  },
});

const short = ifValid(z.string().check(z.minLength(1), z.maxLength(200)));
const TeamSearch = z.object({ q: short, member: ifValid(z.uuid()) });

const team = createRoute({
  getParentRoute: () => signedIn,
  ...screenAt(paths.team),
  validateSearch: (search: Record<string, unknown>) => TeamSearch.parse(search),
});

const documents = createRoute({
  getParentRoute: () => signedIn,
  ...screenAt(paths.documents),
  validateSearch: readDocumentsSearch,
});

const infrastructure = createRoute({
  getParentRoute: () => signedIn,
  ...screenAt(paths.infrastructure),
  validateSearch: readServersSearch,
  beforeLoad: ({ search: { create, ...search } }) => {
    if (!create) return;
    redirect({ throw: true, to: paths.infrastructure, search, state: { addServer: true }, replace: true });
  },
});

const alerts = createRoute({
  getParentRoute: () => signedIn,
  ...screenAt(paths.alerts),
  validateSearch: readAlertsSearch,
});

const alertReport = createRoute({
  getParentRoute: () => signedIn,
  ...screenAt(paths.alertReport),
  validateSearch: readReportSearch,
});

const UsersSearch = z.object({ q: short });

const users = createRoute({
  getParentRoute: () => signedIn,
  ...screenAt(paths.users),
  validateSearch: (search: Record<string, unknown>) => UsersSearch.parse(search),
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  ...screenAt(paths.audit),
  validateSearch: readAuditSearch,
});

const BrokenLinksSearch = z.object({
  kind: ifValid(z.enum(['document', 'server'])),
  setAside: ifValid(z.literal('true')),
});

const brokenLinks = createRoute({
  getParentRoute: () => signedIn,
  ...screenAt(paths.brokenLinks),
  validateSearch: (search: Record<string, unknown>) => BrokenLinksSearch.parse(search),
});

const routeTree = root.addChildren([
  share,
  print,
  signedIn.addChildren([
    plainRoute(paths.home),
    plainRoute(paths.dashboard),
    knowledgeBase,
    plainRoute(paths.document),
    documents,
    infrastructure,
    plainRoute(paths.server),
    alerts,
    plainRoute(paths.alert),
    plainRoute(paths.maintenance),
    plainRoute(paths.outagePlan),
    plainRoute(paths.duty),
    alertReport,
    plainRoute(paths.assistant),
    team,
    plainRoute(paths.settings),
    plainRoute(paths.offlineCopies),
    // Open to all signed-in users; the server refuses calls of users who are not administrators.
    plainRoute(paths.approval),
    users,
    plainRoute(paths.groups),
    plainRoute(paths.alertRules),
    plainRoute(paths.channels),
    plainRoute(paths.alertInputs),
    audit,
    plainRoute(paths.signInPolicy),
    brokenLinks,
    plainRoute(paths.system),
  ]),
]);

const history = createBrowserHistory();

/** A new router for each session, so that nobody sees the screen that the previous user left. */
export const newRouter = () =>
  createRouter({
    routeTree,
    history,
    parseSearch,
    stringifySearch,
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: ScreenFailed,
    // Keep the scroll position if the user scrolled the document text that was shown before the application loaded.
    scrollRestoration: () => scrollY === 0 || !document.querySelector('[data-first-text]'),
    defaultPreload: 'intent',
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
  interface HistoryState {
    createAs?: DocumentType | undefined;
    /** Title that a new document begins with. */
    createTitle?: string | undefined;
    addServer?: boolean | undefined;
    /** Whether the screen opens its import. */
    opensImport?: boolean | undefined;
  }
}

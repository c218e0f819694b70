import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import * as z from 'zod/mini';
import type { DocumentType } from '../contract/documents.ts';
import { readAuditSearch } from './audit/audit-search.ts';
import {
  CREATES,
  readDocumentsSearch,
  readKnowledgeBaseSearch,
} from './documents/list/knowledge-base-search.ts';
import { paths } from './paths.ts';
import { readServersSearch } from './servers/servers-search.ts';
import { ifValid, parseSearch, stringifySearch } from './search-params.ts';
import { Loading, LoadingPage, ScreenFailed, NotFoundPage } from './shell/fallback-pages.tsx';
import { Shell } from './shell/shell.tsx';
import { fetchedPart } from './ui/feedback/part.tsx';

const SharedPage = fetchedPart<{ token: string }>(
  () => import('./documents/sharing/shared-page.tsx'),
  'SharedPage',
);
const Dashboard = fetchedPart(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage');

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

/** The target of a share link, open to everybody. */
const share = createRoute({
  getParentRoute: () => root,
  path: paths.share,
  component: () => <SharedPage token={share.useParams().token} />,
  loader: () => SharedPage.preload(),
});

/** The print view has no shell, but still requires sign-in. */
const print = createRoute({
  getParentRoute: () => root,
  path: paths.print,
  component: fetchedPart(() => import('./documents/print/print-page.tsx'), 'PrintPage'),
});

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

const home = createRoute({
  getParentRoute: () => signedIn,
  path: paths.home,
  component: Dashboard,
});

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: paths.dashboard,
  component: Dashboard,
});

const knowledgeBase = createRoute({
  getParentRoute: () => signedIn,
  path: paths.knowledgeBase,
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
  component: fetchedPart(() => import('./documents/list/knowledge-base-page.tsx'), 'KnowledgeBasePage'),
  pendingComponent: Loading,
});

const short = ifValid(z.string().check(z.minLength(1), z.maxLength(200)));
const TeamSearch = z.object({ q: short, member: ifValid(z.uuid()) });

const team = createRoute({
  getParentRoute: () => signedIn,
  path: paths.team,
  validateSearch: (search: Record<string, unknown>) => TeamSearch.parse(search),
  component: fetchedPart(() => import('./team/team-page.tsx'), 'TeamPage'),
  pendingComponent: Loading,
});

const documents = createRoute({
  getParentRoute: () => signedIn,
  path: paths.documents,
  validateSearch: readDocumentsSearch,
  component: fetchedPart(() => import('./documents/list/documents-page.tsx'), 'DocumentsPage'),
  pendingComponent: Loading,
});

const infrastructure = createRoute({
  getParentRoute: () => signedIn,
  path: paths.infrastructure,
  validateSearch: readServersSearch,
  beforeLoad: ({ search: { create, ...search } }) => {
    if (!create) return;
    redirect({ throw: true, to: paths.infrastructure, search, state: { addServer: true }, replace: true });
  },
  component: fetchedPart(() => import('./servers/servers-page.tsx'), 'ServersPage'),
  pendingComponent: Loading,
});

const server = createRoute({
  getParentRoute: () => signedIn,
  path: paths.server,
  component: fetchedPart(() => import('./servers/page/server-page.tsx'), 'ServerPage'),
  pendingComponent: Loading,
});

const assistant = createRoute({
  getParentRoute: () => signedIn,
  path: paths.assistant,
  component: fetchedPart(() => import('./assistant/assistant-page.tsx'), 'AssistantPage'),
  pendingComponent: Loading,
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: paths.settings,
  component: fetchedPart(() => import('./accounts/settings/settings-page.tsx'), 'SettingsPage'),
  pendingComponent: Loading,
});

/** The route is open to all signed-in users; the server refuses calls of users who are not administrators. */
const approval = createRoute({
  getParentRoute: () => signedIn,
  path: paths.approval,
  component: fetchedPart(() => import('./accounts/administration/approval-page.tsx'), 'ApprovalPage'),
  pendingComponent: Loading,
});

const UsersSearch = z.object({ q: short });

const users = createRoute({
  getParentRoute: () => signedIn,
  path: paths.users,
  validateSearch: (search: Record<string, unknown>) => UsersSearch.parse(search),
  component: fetchedPart(() => import('./accounts/administration/users-page.tsx'), 'UsersPage'),
  pendingComponent: Loading,
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: paths.audit,
  validateSearch: readAuditSearch,
  component: fetchedPart(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  pendingComponent: Loading,
});

const BrokenLinksSearch = z.object({ kind: ifValid(z.enum(['document', 'server'])) });

const brokenLinks = createRoute({
  getParentRoute: () => signedIn,
  path: paths.brokenLinks,
  validateSearch: (search: Record<string, unknown>) => BrokenLinksSearch.parse(search),
  component: fetchedPart(() => import('./broken-links/broken-links-page.tsx'), 'BrokenLinksPage'),
  pendingComponent: Loading,
});

const system = createRoute({
  getParentRoute: () => signedIn,
  path: paths.system,
  component: fetchedPart(() => import('./system/system-page.tsx'), 'SystemPage'),
  pendingComponent: Loading,
});

const routeTree = root.addChildren([
  share,
  print,
  signedIn.addChildren([
    home,
    dashboard,
    knowledgeBase,
    documents,
    infrastructure,
    server,
    assistant,
    team,
    settings,
    approval,
    users,
    audit,
    brokenLinks,
    system,
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
    addServer?: boolean | undefined;
  }
}

import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import * as z from 'zod/mini';
import type { User } from '../contract/accounts.ts';
import type { DocumentType } from '../contract/documents.ts';
import { ownPath } from '../contract/own-path.ts';
import { readAuditSearch } from './audit/audit-search.ts';
import { CREATES, readDocumentsSearch, readKnowledgeBaseSearch } from './documents/knowledge-base-search.ts';
import { paths } from './paths.ts';
import { readServersSearch } from './servers/servers-search.ts';
import { parseSearch, stringifySearch } from './search-params.ts';
import { Loading, LoadingPage } from './shell/loading-page.tsx';
import { ScreenFailed } from './shell/screen-failed.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Shell } from './shell/shell.tsx';

const Landing = lazyRouteComponent(() => import('./landing/landing-page.tsx'), 'LandingPage');
const Dashboard = lazyRouteComponent(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage');

type Context = { user: User | null };

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFoundPage });

/** The same address for both: visitors see what Ops Hub is, those signed in their dashboard. */
const atHome = createRoute({
  getParentRoute: () => root,
  id: 'at-home',
  // Here before anything is drawn: what is only fetched while drawing shows up a third of a second later.
  loader: ({ context }) => (context.user ? Dashboard : Landing).preload?.(),
  component: () => (atHome.useRouteContext().user ? <Shell /> : <Landing />),
});

const home = createRoute({ getParentRoute: () => atHome, path: paths.home, component: () => <Dashboard /> });

const text = z.catch(z.optional(z.string().check(z.maxLength(2000))), undefined);
const LoginSearch = z.object({ step: text, redirect: text, error: text, success: text, message: text });

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  validateSearch: (search: Record<string, unknown>) => LoginSearch.parse(search),
  beforeLoad: ({ context, search }) => {
    if (context.user) redirect({ throw: true, href: ownPath(search.redirect), replace: true });
  },
  component: lazyRouteComponent(() => import('./accounts/login-page.tsx'), 'LoginPage'),
});

const RegisterSearch = z.object({
  setup: text,
  invitation: text,
  email: text,
  firstName: text,
  lastName: text,
});

const register = createRoute({
  getParentRoute: () => root,
  path: paths.register,
  validateSearch: (search: Record<string, unknown>) => RegisterSearch.parse(search),
  beforeLoad: ({ context }) => {
    if (context.user) redirect({ throw: true, to: paths.home, replace: true });
  },
  component: lazyRouteComponent(() => import('./accounts/register-page.tsx'), 'RegisterPage'),
});

const TokenSearch = z.object({ token: text });

/** Where letters lead: these pages open for everybody, signed in or not. */
const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: paths.verifyEmail,
  validateSearch: (search: Record<string, unknown>) => TokenSearch.parse(search),
  component: lazyRouteComponent(() => import('./accounts/verify-email-page.tsx'), 'VerifyEmailPage'),
});

const approvalPending = createRoute({
  getParentRoute: () => root,
  path: paths.approvalPending,
  component: lazyRouteComponent(() => import('./accounts/approval-pending-page.tsx'), 'ApprovalPendingPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: paths.forgotPassword,
  component: lazyRouteComponent(() => import('./accounts/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: paths.resetPassword,
  validateSearch: (search: Record<string, unknown>) => TokenSearch.parse(search),
  component: lazyRouteComponent(() => import('./accounts/reset-password-page.tsx'), 'ResetPasswordPage'),
});

/** What a link opens, for everybody. */
const share = createRoute({
  getParentRoute: () => root,
  path: paths.share,
  component: lazyRouteComponent(() => import('./documents/print/paper-pages.ts'), 'SharedPage'),
});

/** A signed-out visitor signs in and comes back. */
function signInFirst({ context, location }: { context: Context; location: { href: string } }) {
  if (!context.user)
    redirect({ throw: true, to: paths.login, search: { redirect: location.href }, replace: true });
}

/** A document on paper has nothing of the shell around it, but is for people signed in all the same. */
const print = createRoute({
  getParentRoute: () => root,
  path: paths.print,
  beforeLoad: signInFirst,
  component: lazyRouteComponent(() => import('./documents/print/paper-pages.ts'), 'PrintPage'),
});

/** Everything inside of the shell. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: signInFirst,
  component: Shell,
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
    // The wish leaves the address but stays with the entry of the history, so that Back and Forward keep working.
    redirect({
      throw: true,
      to: paths.knowledgeBase,
      search,
      state: { createAs: CREATES[create] },
      replace: true,
    });
  },
  component: lazyRouteComponent(() => import('./documents/knowledge-base-page.tsx'), 'KnowledgeBasePage'),
  pendingComponent: Loading,
});

const short = z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(200))), undefined);
const TeamSearch = z.object({ q: short, member: z.catch(z.optional(z.uuid()), undefined) });

const team = createRoute({
  getParentRoute: () => signedIn,
  path: paths.team,
  validateSearch: (search: Record<string, unknown>) => TeamSearch.parse(search),
  component: lazyRouteComponent(() => import('./team/team-page.tsx'), 'TeamPage'),
  pendingComponent: Loading,
});

const documents = createRoute({
  getParentRoute: () => signedIn,
  path: paths.documents,
  validateSearch: readDocumentsSearch,
  component: lazyRouteComponent(() => import('./documents/documents-page.tsx'), 'DocumentsPage'),
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
  component: lazyRouteComponent(() => import('./servers/servers-page.tsx'), 'ServersPage'),
  pendingComponent: Loading,
});

const server = createRoute({
  getParentRoute: () => signedIn,
  path: paths.server,
  component: lazyRouteComponent(() => import('./servers/page/server-page.tsx'), 'ServerPage'),
  pendingComponent: Loading,
});

const assistant = createRoute({
  getParentRoute: () => signedIn,
  path: paths.assistant,
  component: lazyRouteComponent(() => import('./assistant/assistant-page.tsx'), 'AssistantPage'),
  pendingComponent: Loading,
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: paths.settings,
  component: lazyRouteComponent(() => import('./accounts/settings-page.tsx'), 'SettingsPage'),
  pendingComponent: Loading,
});

/** Open to everybody who signed in: the server refuses those who are no administrators. */
const approval = createRoute({
  getParentRoute: () => signedIn,
  path: paths.approval,
  component: lazyRouteComponent(() => import('./accounts/approval-page.tsx'), 'ApprovalPage'),
  pendingComponent: Loading,
});

const UsersSearch = z.object({ q: short });

const users = createRoute({
  getParentRoute: () => signedIn,
  path: paths.users,
  validateSearch: (search: Record<string, unknown>) => UsersSearch.parse(search),
  component: lazyRouteComponent(() => import('./accounts/users-page.tsx'), 'UsersPage'),
  pendingComponent: Loading,
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: paths.audit,
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  pendingComponent: Loading,
});

const BrokenLinksSearch = z.object({ kind: z.catch(z.optional(z.enum(['document', 'server'])), undefined) });

const brokenLinks = createRoute({
  getParentRoute: () => signedIn,
  path: paths.brokenLinks,
  validateSearch: (search: Record<string, unknown>) => BrokenLinksSearch.parse(search),
  component: lazyRouteComponent(() => import('./broken-links/broken-links-page.tsx'), 'BrokenLinksPage'),
  pendingComponent: Loading,
});

const system = createRoute({
  getParentRoute: () => signedIn,
  path: paths.system,
  component: lazyRouteComponent(() => import('./system/system-page.tsx'), 'SystemPage'),
  pendingComponent: Loading,
});

export const router = createRouter({
  routeTree: root.addChildren([
    atHome.addChildren([home]),
    login,
    register,
    verifyEmail,
    approvalPending,
    forgotPassword,
    resetPassword,
    share,
    print,
    signedIn.addChildren([
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
  ]),
  context: { user: null },
  parseSearch,
  stringifySearch,
  defaultPendingComponent: LoadingPage,
  defaultErrorComponent: ScreenFailed,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    createAs?: DocumentType | undefined;
    addServer?: boolean | undefined;
  }
}

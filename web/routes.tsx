import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import * as z from 'zod';
import type { User } from '../contract/accounts.ts';
import type { DocumentType } from '../contract/documents.ts';
import { CREATES, readKnowledgeBaseSearch } from './documents/knowledge-base-search.ts';
import { ownPath, paths } from './paths.ts';
import { parseSearch, stringifySearch } from './search-params.ts';
import { Loading, LoadingPage } from './shell/loading-page.tsx';
import { ScreenFailed } from './shell/screen-failed.tsx';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { Shell } from './shell/shell.tsx';

type Context = { user: User | null };

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFoundPage });

const home = createRoute({
  getParentRoute: () => root,
  path: paths.home,
  beforeLoad: ({ context }) => {
    redirect({ throw: true, to: context.user ? paths.knowledgeBase : paths.login, replace: true });
  },
});

const text = z.string().max(2000).optional().catch(undefined);
const LoginSearch = z.object({ redirect: text, error: text, success: text, message: text });

const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  validateSearch: (search: Record<string, unknown>) => LoginSearch.parse(search),
  beforeLoad: ({ context, search }) => {
    if (context.user) redirect({ throw: true, href: ownPath(search.redirect), replace: true });
  },
  component: lazyRouteComponent(() => import('./accounts/login-page.tsx'), 'LoginPage'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: paths.register,
  validateSearch: (search: Record<string, unknown>) => z.object({ setup: text }).parse(search),
  beforeLoad: ({ context }) => {
    if (context.user) redirect({ throw: true, to: paths.home, replace: true });
  },
  component: lazyRouteComponent(() => import('./accounts/register-page.tsx'), 'RegisterPage'),
});

/** Everything inside of the shell: a signed-out visitor signs in first and comes back. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ context, location }) => {
    if (!context.user)
      redirect({ throw: true, to: paths.login, search: { redirect: location.href }, replace: true });
  },
  component: Shell,
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

export const router = createRouter({
  routeTree: root.addChildren([home, login, register, signedIn.addChildren([knowledgeBase])]),
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
  }
}

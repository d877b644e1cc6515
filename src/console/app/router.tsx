import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { failureOf } from '../api/client.ts';
import { firstWorkspaceQuery, sessionQuery, workspacesQuery } from '../api/queries.ts';
import { chooseWorkspace, missingWorkspaces } from '../api/session.ts';
import { OverviewPage } from '../pages/overview/overview-page.tsx';
import { usageNames } from '../pages/usage/usage-search.ts';
import { BrokenPage, MissingPage } from './broken-page.tsx';
import { parseSearch, pick, stringifySearch } from './url-query.ts';
import { Shell } from './shell.tsx';

const root = createRootRouteWithContext<{ readonly queryClient: QueryClient }>()({
  component: Outlet,
  validateSearch: pick('workspace'),
  search: { middlewares: [retainSearchParams(['workspace'])] },
  notFoundComponent: MissingPage,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: pick('next', 'error'),
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

/**
 * Everything behind the sign-in. Without a session it leads there, and back afterwards. Every address names the workspace that it
 * shows: to a reload, and to those whom it is sent to.
 */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  component: Shell,
  beforeLoad: async ({ context: { queryClient }, location, search }) => {
    try {
      await queryClient.ensureQueryData(sessionQuery);
    } catch (thrown) {
      if (failureOf(thrown).status !== 401) throw thrown;
      const next = location.href === '/' ? undefined : location.href;
      throw redirect({ to: '/sign-in', search: { next } });
    }
    const list = await queryClient.ensureQueryData(workspacesQuery);
    const missing = missingWorkspaces(list, search.workspace);
    const found = missing.length > 0 ? await queryClient.ensureQueryData(firstWorkspaceQuery(missing)) : null;
    const shown = chooseWorkspace(list, search.workspace, found);
    if (search.workspace || shown === null) return;
    throw redirect({ to: '.', search: (named) => ({ ...named, workspace: shown.id }), replace: true });
  },
});

/** A page behind the sign-in. @param names what its address may say */
const at = <const Path extends string, Name extends string = never>(
  path: Path,
  ...names: readonly Name[]
): {
  readonly getParentRoute: () => typeof inside;
  readonly path: Path;
  readonly validateSearch: ReturnType<typeof pick<Name>>;
} => ({ getParentRoute: () => inside, path, validateSearch: pick(...names) });

const overview = createRoute({
  ...at('/', 'shown'),
  component: OverviewPage,
});

const keys = createRoute({
  ...at('/keys', 'show', 'find', 'after', 'key', 'do'),
  component: lazyRouteComponent(() => import('../pages/keys/keys-page.tsx'), 'KeysPage'),
});

const usage = createRoute({
  ...at('/usage', ...usageNames),
  component: lazyRouteComponent(() => import('../pages/usage/usage-page.tsx'), 'UsagePage'),
});

const credits = createRoute({
  ...at('/credits', 'kind', 'range', 'do', 'after'),
  component: lazyRouteComponent(() => import('../pages/credits/credits-page.tsx'), 'CreditsPage'),
});

const members = createRoute({
  ...at('/members', 'find', 'after'),
  component: lazyRouteComponent(() => import('../pages/members/members-page.tsx'), 'MembersPage'),
});

const models = createRoute({
  ...at('/models', 'find'),
  component: lazyRouteComponent(() => import('../pages/models/models-page.tsx'), 'ModelsPage'),
});

const connect = createRoute({
  ...at('/connect', 'client'),
  component: lazyRouteComponent(() => import('../pages/connect/connect-page.tsx'), 'ConnectPage'),
});

const account = createRoute({
  ...at('/account'),
  component: lazyRouteComponent(() => import('../pages/account/account-page.tsx'), 'AccountPage'),
});

const workspaces = createRoute({
  ...at('/operator/workspaces', 'find', 'after'),
  component: lazyRouteComponent(() => import('../pages/operator/workspaces-page.tsx'), 'WorkspacesPage'),
});

const people = createRoute({
  ...at('/operator/people', 'find', 'after'),
  component: lazyRouteComponent(() => import('../pages/operator/people-page.tsx'), 'PeoplePage'),
});

const catalogue = createRoute({
  ...at('/operator/catalogue', 'tab'),
  component: lazyRouteComponent(() => import('../pages/operator/catalogue-page.tsx'), 'CataloguePage'),
});

const system = createRoute({
  ...at('/operator/system', 'subject', 'after'),
  component: lazyRouteComponent(() => import('../pages/operator/system-page.tsx'), 'SystemPage'),
});

const pages = [
  overview,
  keys,
  usage,
  credits,
  models,
  members,
  connect,
  account,
  workspaces,
  people,
  catalogue,
  system,
] as const;

/** The pages of the console and their addresses, below `/console`. */
export const makeRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([signIn, inside.addChildren([...pages])]),
    basepath: '/console',
    context: { queryClient },
    parseSearch,
    stringifySearch,
    // A page that fails leaves the frame around it.
    defaultErrorComponent: BrokenPage,
    defaultPreload: 'intent',
    defaultPendingMs: 300,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}

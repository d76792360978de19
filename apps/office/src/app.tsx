import type { Permission } from '@meridian/contract/office/permissions';
import { Admin, CustomRoutes, Resource, localStorageStore, reactRouterProvider } from 'react-admin';
import { authProvider } from './auth-provider.ts';
import { createDataProvider } from './data-provider.ts';
import { JoinPage } from './join-page.tsx';
import { OfficeLayout } from './layout.tsx';
import { LoginPage } from './login-page.tsx';
import type { OfficeResource } from './resource.ts';
import { RESOURCES } from './resources.ts';
import { DAY_THEME, NIGHT_THEME } from './theme.ts';
import { i18nProvider } from './words.ts';

const dataProvider = createDataProvider(new Map(RESOURCES.map(({ name, calls }) => [name, calls])));
const { Route } = reactRouterProvider;
const store = localStorageStore(undefined, 'meridian.office');

/** The office, limited to the areas that the operator's role permits. */
export function App() {
  return (
    <Admin
      title="Meridian office"
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      store={store}
      layout={OfficeLayout}
      loginPage={LoginPage}
      theme={DAY_THEME}
      darkTheme={NIGHT_THEME}
      requireAuth
      disableTelemetry
    >
      <CustomRoutes noLayout>
        <Route path="/join/:token" element={<JoinPage />} />
      </CustomRoutes>
      {(permissions: readonly Permission[]) =>
        RESOURCES.filter((resource) => isAllowed(resource, permissions)).map((resource) =>
          resourceElement(resource),
        )
      }
    </Admin>
  );
}

function isAllowed({ permission }: OfficeResource, permissions: readonly Permission[]): boolean {
  return permission === 'any' || permissions.includes(permission);
}

function resourceElement({ permission: _permission, calls: _calls, ...props }: OfficeResource) {
  return <Resource key={props.name} {...props} />;
}

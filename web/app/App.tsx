import { Suspense, use } from 'react'
import { Route as RouterRoute, Routes, useLocation } from 'react-router'
import { RequireSession } from '#web/accounts/RequireSession.tsx'
import { NotFoundPage } from '#web/pages/NotFoundPage.tsx'
import { PageSkeleton } from '#web/ui/PageSkeleton.tsx'
import { Layout } from './Layout.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { loadedPage, loadPage } from './page-loader.ts'
import { type Route, routes } from './routes.tsx'
import { ScrollPlace } from './ScrollPlace.tsx'

function LoadedPage({ route }: { route: Route }) {
  const Page = loadedPage(route) ?? use(loadPage(route))
  return route.privateTitle === undefined ? (
    <Page />
  ) : (
    <RequireSession title={route.privateTitle} visitorText={route.visitorText}>
      <Page />
    </RequireSession>
  )
}

export function App() {
  const { pathname } = useLocation()
  return (
    <Layout>
      <ScrollPlace />
      <PageBoundary at={pathname}>
        <Suspense fallback={<PageSkeleton />}>
          <Routes>
            {routes.map((route) => (
              <RouterRoute key={route.path} path={route.path} element={<LoadedPage route={route} />} />
            ))}
            <RouterRoute path="*" element={<NotFoundPage />} />
          </Routes>
        </Suspense>
      </PageBoundary>
    </Layout>
  )
}

import { Suspense, use, useEffect } from 'react'
import { ParamsProvider, useLocation } from '#web/platform/router/use-router.ts'
import { NotFoundPage } from '#web/pages/NotFoundPage.tsx'
import { PageSkeleton, SkeletonOf } from '#web/platform/ui/PageSkeleton.tsx'
import { Layout } from '#web/app/layout/Layout.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { loadedPage, openPage } from './page-loader.ts'
import { findRoute, OwnPageFrame, type Route } from './routes.tsx'
import { ScrollPosition } from './ScrollPosition.tsx'

function LoadedPage({ route }: { route: Route }) {
  const Page = loadedPage(route) ?? use(openPage(route))
  return route.access === 'signed-in' ? (
    <OwnPageFrame.Component title={route.title} anonymousText={route.anonymousText}>
      <Page />
    </OwnPageFrame.Component>
  ) : (
    <Page />
  )
}

/** Belongs inside the page's boundary, so that its effect runs once the page's components handle events. */
function WhenDrawn({ onDrawn }: { onDrawn?: () => void }) {
  useEffect(() => {
    if (!onDrawn) return undefined
    // One task later, every component also knows the session.
    const timer = setTimeout(onDrawn)
    return () => clearTimeout(timer)
  }, [onDrawn])
  return null
}

interface AppProps {
  /** Runs once the first page is rendered and handles events. */
  onDrawn?: () => void
}

export function App({ onDrawn }: AppProps) {
  const { pathname } = useLocation()
  const match = findRoute(pathname)
  return (
    <Layout>
      <ScrollPosition />
      <PageBoundary at={pathname}>
        <SkeletonOf value={match?.route.skeleton ?? 'cards'}>
          <Suspense fallback={<PageSkeleton />}>
            {match ? (
              <ParamsProvider value={match.params}>
                <LoadedPage route={match.route} />
              </ParamsProvider>
            ) : (
              <NotFoundPage />
            )}
            <WhenDrawn onDrawn={onDrawn} />
          </Suspense>
        </SkeletonOf>
      </PageBoundary>
    </Layout>
  )
}

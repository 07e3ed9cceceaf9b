import { PAGES } from '#contract/pages.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { PageHead } from '#web/platform/head/PageHead.tsx'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'
import { FavouritesOutline, LocalFavourites, OwnFavourites } from '#web/favourites/FavouriteLists.tsx'

function Favourites() {
  const session = useSession()
  // The key resets the list when another person signs in.
  return session ? <OwnFavourites key={session.user.id} personId={session.user.id} /> : <LocalFavourites />
}

/** Everyone may open this page. The server does not know people, so it sends an outline. */
export function FavouritesPage() {
  return (
    <div className="page min-h-dvh py-6">
      <PageHead
        title={PAGES['/favourites'].title}
        description="The listings that you saved, with their price changes."
        path="/favourites"
        index={false}
      />
      <h1 className="mb-5 text-2xl font-bold">Favourites</h1>
      {useHydrated() ? <Favourites /> : <FavouritesOutline />}
    </div>
  )
}

import '#web/platform/styles/photos.css'
import '#web/platform/styles/listing.css'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '#web/platform/router/use-router.ts'
import { useSession } from '#web/accounts/sessions/session.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { categoriesQuery } from '#web/catalog/queries.ts'
import { CreateListing } from '#web/selling/editor/CreateListing.tsx'
import { EditListing } from '#web/selling/editor/EditListing.tsx'
import { ListingOutline } from '#web/selling/editor/OpenListing.tsx'

/** The screen of SPEC 2 to create and edit a listing. */
export function ListingFormPage() {
  const session = useSession()
  const { id } = useParams()
  // If the categories never loaded and there is no network, people can still fill in the other fields.
  const { data: categories, isPending } = useQuery(categoriesQuery(useApi()))
  if (!session) return null
  const personId = session.user.id
  const shared = { personId, categories: categories ?? [] }
  return (
    <div className="page max-w-5xl py-6">
      {isPending && <ListingOutline />}
      {!isPending && id && <EditListing key={`${personId} ${id}`} productId={id} {...shared} />}
      {!isPending && !id && <CreateListing key={personId} {...shared} />}
    </div>
  )
}

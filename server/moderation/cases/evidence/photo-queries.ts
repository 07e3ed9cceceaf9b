import { sql } from 'kysely'
import type { CasePhoto } from '#contract/moderation/cases/evidence.ts'
import type { Database } from '#server/platform/db/connect.ts'

/** A photo that was being prepared when the case was opened appears a little later. */
const PREPARED_WITHIN = sql.lit('5 minutes')

/** The photos of a case's listing, also those that were deleted since an open case was opened. */
export async function selectProductPhotos(db: Database, caseId: string): Promise<CasePhoto[]> {
  const { rows } = await sql<Omit<CasePhoto, 'src'> & { image_url: string }>`
    with one as (
      select *, state = 'open' and evidence is null and opened_as is not null as is_compared
      from cases where id = ${caseId} and target_kind = 'product'
    )
    select image_url, width, height, thumbhash, change from (
      select i.image_url, i.width, i.height, i.thumbhash, not i.is_primary as is_other, i.position,
        case when is_compared and not (one.opened_as->'photos') ? i.image_url
          and i.created_at > one.opened_at + interval ${PREPARED_WITHIN} then 'added' end as change
      from one join product_images i on i.product_id = one.target_id
      union all
      select p.image_url, p.width, p.height, p.thumbhash, true, p.position, case when is_compared then 'removed' end
      from one join case_photos p on p.case_id = one.id where one.state = 'open'
    ) as photos
    order by change is not distinct from 'removed', is_other, position`.execute(db)
  return rows.map(({ image_url, ...photo }) => ({ src: image_url, ...photo }))
}

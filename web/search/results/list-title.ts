import { useQuery } from '@tanstack/react-query'
import { categoryDescription } from '#web/catalog/category-previews.ts'
import { categoriesQuery } from '#web/catalog/queries.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { toDescription } from '#web/platform/head/description.ts'
import type { Filters } from '#web/search/filters.ts'

/** Name of this list for search engines and shared links. */
export function useListTitle({ search, category, location, region, near, within }: Filters) {
  const { data: categories } = useQuery(categoriesQuery(useApi()))
  const what = search ? `“${search}”` : (categories?.find(({ id }) => id === category)?.name ?? 'Products')
  const where = location ?? region
  if (where === undefined && near && within) return `${what} near ${near}`
  return where ? `${what} in ${where}` : what
}

/** Title, description and picture of the link preview; a category has its own. */
export function previewOf({ search, category, location, region }: Filters, title: string) {
  const wanted = search ? undefined : categoryDescription(category)
  return {
    title: wanted ? `${title} for sale${(location ?? region) ? '' : ' in Ghana'}` : title,
    description: toDescription(
      wanted ? `${wanted}, from people` : `${title}: second-hand goods for sale from people`,
      `in ${(wanted && (location ?? region)) || 'Ghana'}, with prices and photos.`,
    ),
  }
}

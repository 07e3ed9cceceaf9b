import type { AttributeTexts } from '#contract/catalog/attribute-rules.ts'
import { attributesInTitle } from '#contract/catalog/attributes-in-title.ts'
import type { DemoProduct } from './demo-types.ts'

/** What its title says, and what its seller says beyond that. */
export const attributesOfDemo = ({ categoryId, title, attributes }: DemoProduct): AttributeTexts => ({
  ...attributesInTitle(categoryId, title),
  ...attributes,
})

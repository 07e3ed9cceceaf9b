import type { AttributeTexts } from '#contract/catalog/attribute-rules.ts'
import { attributesInTitle } from '#contract/catalog/attributes-in-title.ts'
import type { DemoProduct } from './demo-types.ts'

/** The attributes from its title, and those that its seller adds. */
export const attributesOfDemo = ({ categoryId, title, attributes }: DemoProduct): AttributeTexts => ({
  ...attributesInTitle(categoryId, title),
  ...attributes,
})

import * as z from 'zod/mini'
import { type AttributeTexts, readAttributes } from '#contract/catalog/attribute-rules.ts'

/** More than any category has. */
const ATTRIBUTES_MAX = 30

/** The texts of attributes by name; whether they fit depends on the category. */
export const AttributeFields = z
  .record(z.string(), z.string())
  .check(
    z.refine((texts) => Object.keys(texts).length <= ATTRIBUTES_MAX, `At most ${ATTRIBUTES_MAX} details`),
  )

/** Whether a form's attributes are those of its category, each with a value that it may have. */
export const attributesFit = z.check<{ category: string; attributes?: AttributeTexts | undefined }>(
  ({ value: { category, attributes = {} }, issues }) => {
    for (const { name, message } of readAttributes(category, attributes).problems)
      issues.push({ code: 'custom', path: ['attributes', name], message, input: attributes[name] })
  },
)

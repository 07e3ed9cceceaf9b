import * as z from 'zod/mini'
import { type AttributeTexts, ownAttributes, readAttributes } from '#contract/catalog/attribute-rules.ts'

/** More than any category has. */
const ATTRIBUTES_MAX = 30

/** The texts of attributes by name; the category decides whether they fit. */
export const AttributeFields = z
  .record(z.string(), z.string())
  .check(
    z.refine((texts) => Object.keys(texts).length <= ATTRIBUTES_MAX, `At most ${ATTRIBUTES_MAX} details`),
  )

interface Described {
  category: string
  attributes?: AttributeTexts | undefined
}

const Readable = z.object({ category: z.string(), attributes: z.optional(AttributeFields) })

/** Problems of attributes are reported together with all others, provided that the texts can be read. */
const canBeRead = ({ value }: { value: unknown }): boolean => z.safeParse(Readable, value).success

const checkOf = (narrowed: (form: Described) => AttributeTexts) =>
  z.check<Described>(
    ({ value, issues }) => {
      const texts = narrowed(value)
      for (const { name, message } of readAttributes(value.category, texts).problems)
        issues.push({ code: 'custom', path: ['attributes', name], message, input: texts[name] })
    },
    { when: canBeRead },
  )

/** Checks that a form's attributes are those of its category, each with a possible value. */
export const attributesFit = checkOf(({ attributes = {} }) => attributes)

/** Does the same for a form on the screen, which also contains texts that were typed for another category. */
export const ownAttributesFit = checkOf(({ category, attributes = {} }) =>
  ownAttributes(category, attributes),
)

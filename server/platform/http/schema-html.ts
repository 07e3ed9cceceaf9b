import { type Html, html } from '#server/platform/html/html.ts'
import type { JsonSchema } from './openapi.ts'

const codes = (values: readonly unknown[]) =>
  values.map((value, index) => html`${index > 0 ? ', ' : ''}<code>${String(value)}</code>`)

function range(least: number | undefined, most: number | undefined): string {
  // The limits that apply to every whole number are not worth showing.
  const low = least === Number.MIN_SAFE_INTEGER ? undefined : least
  const high = most === Number.MAX_SAFE_INTEGER ? undefined : most
  if (low !== undefined && high !== undefined) return `${low} to ${high}`
  if (low !== undefined) return `${low} or more`
  return high === undefined ? '' : `at most ${high}`
}

function textType({ minLength, maxLength, format, pattern }: JsonSchema): Html {
  const length = range(minLength, maxLength)
  if (format) return html`text, ${format}`
  return html`text${length && `, ${length} characters`}${pattern && html`, matching <code>${pattern}</code>`}`
}

function numberType({ type, minimum, maximum }: JsonSchema): Html {
  const limits = range(minimum, maximum)
  return html`${type === 'integer' ? 'whole number' : 'number'}${limits && `, ${limits}`}`
}

const eitherType = (options: JsonSchema[]): Html =>
  html`${options.map((option, index) => html`${index > 0 ? ' or ' : ''}${schemaType(option)}`)}`

const WORDS: Record<string, string> = { boolean: 'true or false', null: 'null', object: 'object' }

function singleType(schema: JsonSchema, type: string): Html {
  if (type === 'array') return html`list${schema.items ? html`: ${schemaType(schema.items)}` : ''}`
  if (type === 'string') return textType(schema)
  if (type === 'number' || type === 'integer') return numberType(schema)
  return html`${WORDS[type] ?? 'anything'}`
}

/** A schema in words, without the fields of its objects. */
export function schemaType(schema: JsonSchema): Html {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)
    return html`a <a href="#${name}">${name}</a>`
  }
  if (schema.const !== undefined) return html`always ${codes([schema.const])}`
  if (schema.enum) return html`one of ${codes(schema.enum)}`
  if (schema.anyOf) return eitherType(schema.anyOf)
  if (Array.isArray(schema.type)) return eitherType(schema.type.map((type) => ({ ...schema, type })))
  return singleType(schema, schema.type ?? '')
}

/** The objects that a value of the schema is or contains in a list. */
function objectsIn(schema: JsonSchema): JsonSchema[] {
  if (schema.properties) return [schema]
  return [...(schema.items ? [schema.items] : []), ...(schema.anyOf ?? [])].flatMap(objectsIn)
}

/** Fields of the schema's objects as nested lists; empty if it has none. */
export function schemaFields(schema: JsonSchema): Html | '' {
  const fields = objectsIn(schema).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, field]) => {
      const optional = required.includes(name) ? '' : ', optional'
      return html`<li><code>${name}</code>${optional}: ${schemaType(field)}${schemaFields(field)}</li>`
    }),
  )
  return fields.length > 0
    ? html`<ul>
        ${fields}
      </ul>`
    : ''
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)

/** Text that is HTML already. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | undefined | readonly Part[]

function textOf(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(textOf).join('')
  return escapeHtml(String(part ?? ''))
}

/** A template of HTML that escapes all values except `Html`. */
export const html = (template: TemplateStringsArray, ...values: readonly Part[]): Html =>
  new Html(template.reduce((text, next, index) => text + textOf(values[index - 1]) + next))

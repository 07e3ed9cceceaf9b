declare module '*.md' {
  import type { LegalText } from '#contract/rendering/legal-text.ts'
  const text: LegalText
  export default text
}

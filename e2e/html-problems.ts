import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // A card in a list takes its title for a name, as ARIA allows: the screen reader then says which one it is.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // Suggestions under a field that is typed into: no native element does that.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
  },
})

/** Where a page is not valid HTML: the rule, what it says and the element. */
export async function htmlProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}

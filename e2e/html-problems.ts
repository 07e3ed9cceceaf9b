import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  rules: {
    // A card in a list has its title as its name, as ARIA allows: the screen reader then reads which one it
    // is.
    'aria-label-misuse': ['error', { allowAnyNamable: true }],
    // No native element offers suggestions for typed text.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
  },
})

/** Finds invalid HTML; returns the rule, its message and the element. */
export async function htmlProblems(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}

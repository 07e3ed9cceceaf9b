import type { RuleAudience, RuleLanguage, RuleSeverity } from '#contract/moderation/guard/rules.ts'

export const LANGUAGE_TEXTS: Record<RuleLanguage, string> = { en: 'English', pidgin: 'Pidgin', twi: 'Twi' }

export const AUDIENCE_TEXTS: Record<RuleAudience, string> = {
  buyer: 'For buyers',
  seller: 'For sellers',
  both: 'For both',
}

export const SEVERITY_TEXTS: Record<RuleSeverity, string> = {
  info: 'Advice',
  warn: 'Warning',
  danger: 'Serious warning',
  hold: 'Warning, new accounts wait',
}

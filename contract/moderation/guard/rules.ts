export const RULE_LANGUAGES = ['en', 'pidgin', 'twi'] as const
export type RuleLanguage = (typeof RULE_LANGUAGES)[number]

/** Readers whom a rule concerns: a seller's demand for money concerns buyers. */
export const RULE_AUDIENCES = ['buyer', 'seller', 'both'] as const
export type RuleAudience = (typeof RULE_AUDIENCES)[number]

/** 'hold' looks like 'warn', and holds a new account's message until a moderator has looked at it. */
export const RULE_SEVERITIES = ['info', 'warn', 'danger', 'hold'] as const
export type RuleSeverity = (typeof RULE_SEVERITIES)[number]

/** Whether a rule is about threats, so that its warnings do not speak of tricks. Moderators name theirs like this too. */
export const isAboutThreats = (rule: string): boolean => /threat|violence|knows-home/.test(rule)

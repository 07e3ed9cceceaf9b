import { UNKNOWN_USER } from '#contract/accounts/unknown-user.ts'
import type { Conversation } from '#contract/conversations/conversations.ts'

const UNKNOWN: Conversation['other'] = { id: null, name: UNKNOWN_USER, avatar: null }

/** The conversation without the person if they are the one who left; otherwise unchanged. */
export const withoutPerson = <Row extends Pick<Conversation, 'other'>>(row: Row, userId: string): Row =>
  row.other.id === userId ? { ...row, other: UNKNOWN } : row

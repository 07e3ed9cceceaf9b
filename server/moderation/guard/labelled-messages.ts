import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LabelledMessage {
  /** A trick should produce a warning, an honest message none. */
  isTrick: boolean
  language: string
  topic: string
  text: string
}

/**
 * Messages that we wrote ourselves, none of them anybody's. Rules are written against the development part;
 * the held-out part only measures them.
 */
export function readLabelledMessages(part: 'development' | 'held-out'): LabelledMessage[] {
  const lines = readFileSync(join(import.meta.dirname, `labelled/${part}.txt`), 'utf8').split('\n')
  let heading: Omit<LabelledMessage, 'text'> = { isTrick: false, language: '', topic: '' }
  return lines.flatMap((line) => {
    const [, kind, language = '', topic = ''] = /^# (trick|honest) (\w+) (\S+)$/.exec(line) ?? []
    if (kind !== undefined) heading = { isTrick: kind === 'trick', language, topic }
    return kind !== undefined || line === '' ? [] : [{ ...heading, text: line }]
  })
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LabelledMessage {
  /** Of a trick somebody should be warned, of an honest one nobody. */
  isTrick: boolean
  language: string
  topic: string
  text: string
}

/**
 * Our own words, none of them anybody's message. Rules are written by the development part; the held-out part only
 * measures them.
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

import { measure } from '#server/moderation/guard/measure.ts'
import { shippedRules } from '#server/moderation/guard/shipped-rules.ts'
import {
  type LabelledMessage,
  labelledMessages,
  type LabelledName,
  labelledNames,
  type LabelledTitle,
  labelledTitles,
} from '#server/moderation/guard/judgement/labelled-texts.ts'
import { createListingJudge, loadListingModel } from '#server/moderation/guard/judgement/listing-judge.ts'
import { reservedNames } from '#server/accounts/registration/reserved-names.ts'
import { createNameJudge } from '#server/moderation/guard/judgement/name-judge.ts'
import { loadMessageModel } from '#server/moderation/guard/judgement/message-judge.ts'
import type { Row } from './report.ts'

const ROUNDS = 5
/** Harmless words that somebody may put around a trick. */
const PADDING =
  'Good evening, I hope you are doing well. The weather in Accra is too hot these days and the traffic from Madina was terrible. My sister came from Kumasi yesterday with her children, so the house is full. I was at church in the morning.'
const OWN_HOST = 'sankofa.example'

/** Each batch, language and form of texts, and all together. */
function partsOf<Text extends { batch: number; language: string; form: string }>(
  texts: readonly Text[],
): [string, Text[]][] {
  const values = (key: 'batch' | 'language' | 'form') =>
    [...new Set(texts.map((text) => text[key]))].map((value): [string, Text[]] => [
      key === 'batch' ? `batch ${value}` : String(value),
      texts.filter((text) => text[key] === value),
    ])
  return [['all', [...texts]], ...values('batch'), ...values('language'), ...values('form')]
}

function rowsOf(
  name: string,
  found: number,
  accused: number,
  goals: { found: number; accused: number },
): Row[] {
  return [
    ...(Number.isNaN(found)
      ? []
      : [{ name: `${name}: found`, figure: found * 100, unit: '%', atLeast: goals.found }]),
    ...(Number.isNaN(accused)
      ? []
      : [
          { name: `${name}: harmless ones accused`, figure: accused * 100, unit: '%', atMost: goals.accused },
        ]),
  ]
}

function messageRows(): Row[] {
  const { engine, warns } = shippedRules(OWN_HOST, loadMessageModel())
  const messages = labelledMessages('-last')
  const rows = partsOf(messages).flatMap(([name, part]: [string, LabelledMessage[]]) => {
    const { recall, falseShare } = measure(engine, part, warns)
    return rowsOf(`messages, ${name}`, recall, falseShare, { found: 90, accused: 2 })
  })
  const padded = messages.map((message) => ({ ...message, text: `${PADDING} ${message.text}` }))
  const { recall, falseShare } = measure(engine, padded, warns)
  const hidden = rowsOf('messages, all, behind harmless words', recall, falseShare, { found: 80, accused: 2 })
  const start = performance.now()
  for (let round = 0; round < ROUNDS; round += 1) for (const { text } of messages) engine(text)
  const each = (performance.now() - start) / ROUNDS / messages.length
  return [...rows, ...hidden, { name: 'messages, each', figure: each, unit: 'ms', atMost: 0.5 }]
}

function titleRows(): Row[] {
  const judge = createListingJudge(loadListingModel(), OWN_HOST)
  return partsOf(labelledTitles('-last')).flatMap(([name, part]: [string, LabelledTitle[]]) => {
    const shareOf = (label: string, isSeen: (title: LabelledTitle) => boolean) => {
      const labelled = part.filter((title) => title.label === label)
      return labelled.filter(isSeen).length / labelled.length
    }
    const isNamed = (title: LabelledTitle) => judge(title) !== undefined
    const isCertain = (title: LabelledTitle) => judge(title)?.isCertain === true
    const rows = rowsOf(`titles, ${name}`, shareOf('forbidden', isNamed), shareOf('innocent', isNamed), {
      found: 90,
      accused: 1,
    })
    const waiting = shareOf('innocent', isCertain)
    return name === 'all'
      ? [
          ...rows,
          { name: 'titles, all: harmless ones that wait', figure: waiting * 100, unit: '%', atMost: 0.5 },
        ]
      : rows
  })
}

function nameRows(): Row[] {
  const isReserved = reservedNames('Sankofa')
  const judge = createNameJudge('Sankofa')
  const pretends = (name: string) => isReserved(name) || judge(name)
  const names = labelledNames('-last')
  const rows = partsOf(names).flatMap(([name, part]: [string, LabelledName[]]) => {
    const shareOf = (label: string) => {
      const labelled = part.filter((each) => each.label === label)
      return labelled.filter((each) => pretends(each.name)).length / labelled.length
    }
    return rowsOf(`names, ${name}`, shareOf('pretends'), shareOf('honest'), { found: 97, accused: 0.5 })
  })
  const start = performance.now()
  for (const { name } of names) pretends(name)
  const each = (performance.now() - start) / names.length
  return [...rows, { name: 'names, each', figure: each, unit: 'ms', atMost: 2 }]
}

/**
 * Measures judgements of texts by writers whose texts nothing was made with: what is found, and how many harmless ones
 * are accused.
 */
export const judgementRows = async (): Promise<Row[]> => [...messageRows(), ...titleRows(), ...nameRows()]

import { compileRules } from '#server/moderation/guard/engine.ts'
import { readLabelledMessages } from '#server/moderation/guard/labelled-messages.ts'
import { measure } from '#server/moderation/guard/measure.ts'
import { readSeed } from '#server/moderation/guard/seed-rules.ts'
import type { Row } from './report.ts'

const ROUNDS = 200

/** Measures detected scams, false warnings and the time per message. */
export async function guardRows(): Promise<Row[]> {
  const { rules, lists } = readSeed()
  const engine = compileRules(
    rules.map((rule, id) => ({ ...rule, id })),
    lists,
    'sankofa.test',
  )
  return (['development', 'held-out'] as const).flatMap((part): Row[] => {
    const messages = readLabelledMessages(part)
    const { tricks, honest, recall, falseShare } = measure(engine, messages)
    const start = performance.now()
    for (let round = 0; round < ROUNDS; round += 1) for (const { text } of messages) engine(text)
    const each = ((performance.now() - start) * 1000) / ROUNDS / messages.length
    return [
      { name: `${part}, of ${tricks} tricks seen`, figure: recall * 100, unit: '%', atLeast: 95 },
      {
        name: `${part}: false warnings in ${honest} honest messages`,
        figure: falseShare * 100,
        unit: '%',
        atMost: 1,
      },
      { name: `${part}, for each message`, figure: each, unit: 'µs', atMost: 1000 },
    ]
  })
}

import { CHECK_LISTS } from '#contract/agreements/checks.ts'
import text from '#legal/safety.md'
import { LegalPage } from './LegalPage.tsx'

const Checks = () =>
  CHECK_LISTS.map(({ title, checks }) => (
    <section key={title}>
      <h3>{title}</h3>
      <ul>
        {checks.map((check) => (
          <li key={check}>{check}</li>
        ))}
      </ul>
    </section>
  ))

export const SafetyPage = () => (
  <LegalPage path="/safety" text={text} parts={{ checks: <Checks /> }} hasContents />
)

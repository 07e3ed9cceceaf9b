export { decideIn, type DecidingDeps, requireImpartial, toDecisionLine } from './deciding.ts'
export { selectDecision, selectDecisionsById } from './decision-queries.ts'
export { selectPresent, selectSamePerson, selectTarget } from './target-queries.ts'

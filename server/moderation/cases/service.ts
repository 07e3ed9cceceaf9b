export { decideIn, type DecidingDeps, requireImpartial, toDecisionLine } from './deciding.ts'
export { selectDecision, selectDecisionsById } from './decision-queries.ts'
export { selectExistingPeople, selectSamePerson, selectTarget } from './target-queries.ts'

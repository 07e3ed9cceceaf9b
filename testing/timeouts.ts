/**
 * What happens within a second on a machine of its own, and within this beside other tests on a busy one.
 * Without the notice that it follows, each of these things would take longer still.
 */
export const EFFECT_TIMEOUT_MS = 4000

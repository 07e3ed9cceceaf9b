import type { KeyboardEvent } from 'react'

/** Whether a word is being composed from several keys: Enter chooses it then, and arrows choose among others. */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  // Safari ends the composition before the key that ended it, which it marks with this code alone.
  // oxlint-disable-next-line typescript/no-deprecated -- nothing newer says it
  nativeEvent.isComposing || nativeEvent.keyCode === 229

import type { KeyboardEvent } from 'react'

/**
 * True while somebody composes a word from several keys: Enter then chooses the word, and arrows move between
 * suggestions.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  // Safari ends the composition before the key that ended it, and marks that key only with code 229.
  // oxlint-disable-next-line typescript/no-deprecated -- there is no newer way to read it
  nativeEvent.isComposing || nativeEvent.keyCode === 229

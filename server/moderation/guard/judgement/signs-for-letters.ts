/** Signs and digits that people write for letters inside a word: 'dep0s1t', 'c@sh', 'f!rst'. '1' may be an i or an l. */
export const READ_AS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '£': 'e',
  '|': 'l',
}

/**
 * The prompts that each template puts into the description, one per line. The seller answers after the colon
 * or below; unanswered prompts are not published.
 */
export const DESCRIPTION_PROMPTS = {
  smartphone: [
    'What works and what does not:',
    'Screen and back:',
    'Repairs or parts changed:',
    'Why I am selling:',
  ],
  vehicle: [
    'Engine and gearbox:',
    'Air conditioning:',
    'Tyres and brakes:',
    'Accidents or repainting:',
    'Last servicing:',
  ],
  furniture: ['Age and use:', 'Marks or scratches:', 'Why I am selling:'],
  clothing: ['Worn:', 'Fits:', 'Stains or tears:'],
  textbook: [
    'Pages and binding:',
    'Writing or highlighting inside:',
    'Follows the syllabus of:',
    'Where to hand it over:',
  ],
  general: [
    'What it is and how old:',
    'What works and what does not:',
    'What comes with it:',
    'Why I am selling:',
  ],
} as const satisfies Record<string, readonly string[]>

const PROMPTS: readonly string[] = Object.values(DESCRIPTION_PROMPTS).flat()

const isPrompt = (line: string) => PROMPTS.includes(line.trim())
const startsPrompt = (line: string) => PROMPTS.some((prompt) => line.trimStart().startsWith(prompt))

/** A prompt with nothing after it, followed by nothing, an empty line or the next prompt. */
const isOpen = (line: string, next = '') => isPrompt(line) && (next.trim() === '' || startsPrompt(next))

/** The description without unanswered prompts. */
export function withoutOpenPrompts(description: string): string {
  const lines = description.split('\n')
  if (!lines.some(isPrompt)) return description
  return lines
    .filter((line, index) => !isOpen(line, lines[index + 1]))
    .join('\n')
    .trim()
}

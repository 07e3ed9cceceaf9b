import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'

const WEB = join(import.meta.dirname, '..', '..', 'web')
/** Shared frames of dialogs; the files that use them declare what opens. */
const FRAMES = new Set(
  ['Dialog', 'ConfirmDialog', 'lazy-dialog'].map((name) => `platform/ui/dialogs/${name}.tsx`),
)

const DECLARATIONS = [
  // Dialogs, popovers and <details>.
  /<(dialog|Dialog|ConfirmDialog|ChoiceDialog|details)\b/,
  /\bpopover=/,
  /role="(listbox|menu|tooltip|dialog)"/,
  // Other elements that a button shows and hides.
  /aria-expanded=/,
  // Toasts.
  /^export function show(Toast|Undo)\b/m,
]

/** Whether this code declares something that opens. */
export const declaresOpening = (code: string): boolean => DECLARATIONS.some((one) => one.test(code))

/** Files below web/ that declare something that opens. */
export const findDeclarations = (): string[] =>
  globSync('**/*.{ts,tsx}', { cwd: WEB })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => !/\.test\.|^public\//.test(file) && !FRAMES.has(file))
    .filter((file) => declaresOpening(readFileSync(join(WEB, file), 'utf8')))
    .toSorted()

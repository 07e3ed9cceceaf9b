import { fireEvent } from '@testing-library/react'

/** Sets the whole text of a field at once. Where single keys matter, `userEvent.type` presses each. */
export const fill = (field: HTMLElement, value: string) => void fireEvent.input(field, { target: { value } })

import { fireEvent } from '@testing-library/react'

/** Sets the whole text of a field at once; `userEvent.type` presses single keys. */
export const fill = (field: HTMLElement, value: string) => void fireEvent.input(field, { target: { value } })

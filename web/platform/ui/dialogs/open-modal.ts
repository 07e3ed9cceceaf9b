import { closeDialogOnBack } from '#web/platform/router/close-on-back.ts'

/** Opens a dialog that Back closes. Both at once: one that closes in its favour leaves it its entry in the history. */
export function openModal(dialog: HTMLDialogElement | null): void {
  dialog?.showModal()
  closeDialogOnBack(dialog)
}

import { closeDialogOnBack } from '#web/platform/router/close-on-back.ts'

/**
 * Opens a dialog that Back closes. Both happen at once, so that the dialog can take over the history entry of
 * one that closes.
 */
export function openModal(dialog: HTMLDialogElement | null): void {
  dialog?.showModal()
  closeDialogOnBack(dialog)
}

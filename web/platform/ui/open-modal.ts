/** Opens a dialog that Back closes; the code for that comes later. Without it Back leaves the page. */
export function openModal(dialog: HTMLDialogElement | null): void {
  dialog?.showModal()
  import('#web/platform/router/close-on-back.ts').then(
    ({ closeDialogOnBack }) => closeDialogOnBack(dialog),
    () => undefined,
  )
}

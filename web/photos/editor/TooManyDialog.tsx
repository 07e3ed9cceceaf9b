import { Dialog, dialogOf } from '#web/platform/ui/Dialog.tsx'

/** The alert of who chose more photos than there is room for. */
export const TooManyDialog = ({ message, onClose }: { message: string; onClose: () => void }) => (
  <Dialog
    title="Too many images"
    text={message}
    width="narrow"
    role="alertdialog"
    closedby="closerequest"
    onClose={onClose}
  >
    <button
      type="button"
      className="button button-primary mt-4 w-full"
      onClick={(event) => dialogOf(event)?.close()}
    >
      OK
    </button>
  </Dialog>
)

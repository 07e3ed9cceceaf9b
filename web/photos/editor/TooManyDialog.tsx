import { Button } from '#web/platform/ui/Button.tsx'
import { Dialog, dialogOf } from '#web/platform/ui/dialogs/Dialog.tsx'

export const TooManyDialog = ({ message, onClose }: { message: string; onClose: () => void }) => (
  <Dialog
    title="Too many images"
    text={message}
    width="narrow"
    role="alertdialog"
    closedby="closerequest"
    onClose={onClose}
  >
    <Button look="primary" className="mt-4 w-full" onClick={(event) => dialogOf(event)?.close()}>
      OK
    </Button>
  </Dialog>
)

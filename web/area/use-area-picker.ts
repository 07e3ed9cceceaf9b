import { lazyDialog } from '#web/platform/ui/dialogs/lazy-dialog.tsx'

export const useAreaPicker = lazyDialog(async () => (await import('./AreaPicker.tsx')).AreaPicker)

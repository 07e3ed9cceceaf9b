import { lazyDialog } from '#web/platform/ui/lazy-dialog.tsx'

export const useAreaPicker = lazyDialog(async () => (await import('./AreaPicker.tsx')).AreaPicker)

const QUIET_MODULES = 4

/**
 * The server draws the code, so that no phone downloads a QR library. One stroke per run of dark modules
 * keeps the path short.
 */
export async function qrPath(text: string) {
  const { default: qrcode } = await import('qrcode')
  const { size, data } = qrcode.create(text, { errorCorrectionLevel: 'M' }).modules
  let path = ''
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!data[row * size + column]) continue
      const start = column
      while (column + 1 < size && data[row * size + column + 1]) column += 1
      const length = column - start + 1
      path += `M${start + QUIET_MODULES} ${row + QUIET_MODULES}h${length}v1h-${length}z`
    }
  }
  return {
    /** Side of the square in modules, including the quiet zone that cameras need. */
    size: size + 2 * QUIET_MODULES,
    /** The dark modules as an SVG path. */
    path,
  }
}

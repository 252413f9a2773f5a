import { encode } from 'uqr'
import { html, type Html } from '../api/html'

const QUIET_MODULES = 4
/** A larger code has more modules than a camera separates on a small screen. */
const MAX_BYTES = 271

/**
 * Returns a QR code as a picture in the page: no other service learns its text. It is dark on light in both themes, because
 * cameras expect it. Returns undefined if the text is too long for one.
 */
export function qrPicture(text: string, name: string): Html | undefined {
  if (new TextEncoder().encode(text).length > MAX_BYTES) return undefined
  const { data, size } = encode(text, { ecc: 'L', border: QUIET_MODULES })
  const lines = data.map(linesOf).join('')
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="${name}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path fill="#000" d="${lines}"/></svg>`
}

/** Returns the path of the dark modules of a row: one rectangle for each run. */
const linesOf = (row: readonly boolean[], y: number): string =>
  [
    ...row
      .map((isDark) => (isDark ? '1' : '0'))
      .join('')
      .matchAll(/1+/g),
  ]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('')

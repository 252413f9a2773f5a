import { settingsWords as words } from '../words/en-settings'
import { qrCode } from './qr'

const QUIET_MODULES = 4

/** A QR code, drawn here: no other service learns its text. It is dark on light in both themes, because cameras expect it. */
export function QrPicture(props: { text: string }) {
  const code = qrCode(props.text)
  const size = code.length + 2 * QUIET_MODULES
  const path = code
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + QUIET_MODULES} ${y + QUIET_MODULES}h1v1h-1z` : '')))
    .join('')
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words.qrName}>
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}

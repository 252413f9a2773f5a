const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** The text that Base64 stands for; undefined where it stands for none. */
export function textInBase64(encoded: string): string | undefined {
  try {
    // Most of it is plain ASCII, and then what atob says is the text itself.
    const bytes = atob(encoded)
    return /^[\x20-\x7e]*$/.test(bytes) ? bytes : UTF8.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
  } catch {
    return undefined
  }
}

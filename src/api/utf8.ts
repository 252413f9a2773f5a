/** Decodes UTF-8. Throws at bytes that are not UTF-8, instead of replacing them. */
export const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

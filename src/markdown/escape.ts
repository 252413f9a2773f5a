/**
 * The only place where text becomes HTML. An entity the author typed (`&copy;`) stays one, as this flavour has it:
 * it can only ever stand for characters of text, never for markup.
 */
export const escapeText = (text: string) =>
  MARKUP.test(text) ? text.replace(AMPERSAND, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text

const MARKUP = /[&<>]/
const AMPERSAND = /&(?!(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[0-9a-zA-Z]{1,32});)/g

/** For text that nobody wrote as Markdown (names, code): every `&` is an ampersand. */
export function escapeLiteral(text: string): string {
  const whole = text.toWellFormed()
  if (!MARKUP.test(whole)) return whole
  return whole.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** For a value between double quotes. */
export const escapeAttribute = (value: string) => escapeLiteral(value).replaceAll('"', '&quot;')

/** Stricter than encodeURIComponent: only letters, digits and `-_.~` are left alone, as clients expect in our links. */
export const percentEncoded = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

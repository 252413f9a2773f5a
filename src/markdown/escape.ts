/**
 * Returns text as HTML. This file is the only place where text becomes HTML. An entity that the author typed (`&copy;`)
 * stays an entity, as in Zulip: an entity always stands for text, never for a tag.
 */
export const escapeText = (text: string) =>
  NEEDS_ESCAPE.test(text) ? text.replace(AMPERSAND, '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text

const NEEDS_ESCAPE = /[&<>]/
const AMPERSAND = /&(?!(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[0-9a-zA-Z]{1,32});)/g

/** Returns names, code and other text that is not Markdown as HTML: each `&` is escaped. */
export function escapeLiteral(text: string): string {
  const wellFormed = text.toWellFormed()
  if (!NEEDS_ESCAPE.test(wellFormed)) return wellFormed
  return wellFormed.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Returns an attribute's value, escaped for double quotes. */
export const escapeAttribute = (value: string) => escapeLiteral(value).replaceAll('"', '&quot;')

/** Percent-encodes all but letters, digits and `-_.~`, as clients expect in links to channels and topics. */
export const percentEncode = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

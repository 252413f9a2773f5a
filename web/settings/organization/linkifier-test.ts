const MAX_CHARACTERS = 500

/**
 * Returns the address to which the first match of a text leads, '' if nothing matches, or undefined if the browser cannot read
 * the pattern. The server reads patterns in linear time; the browser does not, so the text is short.
 */
export function resultOf(pattern: string, template: string, text: string): string | undefined {
  if (pattern === '') return ''
  try {
    // Linear: an administrator tries a pattern on at most 500 characters, in the browser only.
    const expression = new RegExp(pattern.replaceAll('(?P<', '(?<'), 'u')
    const found = expression.exec(text.slice(0, MAX_CHARACTERS))
    if (found === null) return ''
    return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(found.groups?.[name] ?? ''))
  } catch {
    return undefined
  }
}

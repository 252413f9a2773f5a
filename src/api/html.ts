/** Safe markup. Only `html` makes it, so all other values in a page are escaped. */
export type Html = { markup: string }

type Part = string | number | undefined | Html | readonly Html[]

/** The tag for templates of HTML. Returns the template with its values, which are escaped unless they are `Html`. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: strings.map((string, index) => string + markupOf(parts[index])).join(''),
})

function markupOf(part: Part): string {
  if (part === undefined) return ''
  if (typeof part !== 'object') return String(part).replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
}

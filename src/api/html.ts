/** Markup that is safe to put in a page as it is. Made by `html` alone, so whatever else goes into a page is escaped. */
export type Html = { markup: string }

type Part = string | number | undefined | Html | readonly Html[]

/** A piece of a page: what is written in the template stays, what is put in is text. */
export const html = (pieces: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: pieces.map((piece, at) => piece + markupOf(parts[at])).join(''),
})

function markupOf(part: Part): string {
  if (part === undefined) return ''
  if (typeof part !== 'object') return String(part).replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('')
}

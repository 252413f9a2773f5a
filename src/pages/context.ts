import { languageFor, words, type Language } from './words/catalogue'
import type { Words } from './words/en'

/** What every page of a realm shows: the name of the organization, and its own icon if it has one. */
export type Letterhead = {
  realm_name: string
  /** The path of the icon on the realm's host. No page loads anything of another host. */
  icon: string | undefined
  /** The language for browsers that ask for none that the catalogue has. */
  default_language: string
}

/** The facts from which a page is made: its language, the texts in this language, the letterhead, and the origin of the realm. */
export type PageContext = { language: Language; words: Words; letterhead: Letterhead; origin: string }

/** Returns the context of the page for a request. The browser names the languages that its user reads. */
export function pageContext(request: Request, letterhead: Letterhead): PageContext {
  const language = languageFor(request.headers.get('accept-language') ?? '', letterhead.default_language)
  return { language, words: words(language), letterhead, origin: new URL(request.url).origin }
}

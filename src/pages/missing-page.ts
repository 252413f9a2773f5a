import { html } from '../api/html'
import { pageContext, type PageContext } from './context'
import { links } from './forms'
import { page } from './page'

/** The page for what does not exist, and for what its reader may not see. `way` leads on. */
export const missingPage = (at: PageContext, way: { href: string; label: string }): Response =>
  page(at, {
    title: at.words.public.missingTitle,
    body: html`<p>${at.words.public.missing}</p>
${links([way])}`,
    status: 404,
  })

/** A path that no endpoint has belongs to no realm, so no realm is asked for its name and its icon. */
const LETTERHEAD = { realm_name: 'Parley', icon: undefined, default_language: 'en' }

/** Returns the page for an unknown path, if a person opened it in a browser. All others receive the refusal of the API. */
export function unknownPathPage(request: Request, { pathname }: URL): Response | undefined {
  const isOpened = request.method === 'GET' && (request.headers.get('accept') ?? '').includes('text/html')
  if (!isOpened || /^\/(api|json)\b/.test(pathname)) return undefined
  const at = pageContext(request, LETTERHEAD)
  return missingPage(at, { href: '/', label: at.words.open(LETTERHEAD.realm_name) })
}

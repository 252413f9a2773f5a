// The styles of all views come first: those of a view change them.
import './look/tokens.css'
import './look/page.css'
import { createClient } from './client/client'
import { showClient } from './show-client'
import { pageEnvironment } from './wire/environment'
import { direction, locale, startTranslated } from './words/language'

// The only module that does something when it is imported: it starts the client of the page.

Object.assign(document.documentElement, { lang: locale, dir: direction })
// While an organization is filled, its owner has no session.
if (location.search === '?import')
  startTranslated(() => void import('./importing/import-page').then(({ showImport }) => showImport()))
else {
  const client = createClient(pageEnvironment())
  startTranslated(() => showClient(client))
  // The files are fetched after those of the first view.
  const startLater = () => import('./start-later').then((later) => later.startLater(client))
  globalThis.addEventListener('load', () => void startLater().catch(() => {}))
}

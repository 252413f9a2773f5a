// The styles of all views come first: those of a view change them.
import './look/tokens.css'
import './look/page.css'
import { render } from 'solid-js/web'
import { connection } from './app'
import { Shell } from './views/shell'
import { direction, locale, startTranslated } from './words/language'

Object.assign(document.documentElement, { lang: locale, dir: direction })
const isImporting = location.search === '?import'
startTranslated(() => {
  // While an organization is filled, its owner has no session.
  if (isImporting) return void import('./importing/import-page').then(({ showImport }) => showImport())
  render(() => <Shell />, document.body)
  void connection.start()
})
// The files are fetched after those of the first view.
if (!isImporting) globalThis.addEventListener('load', () => void import('./after-start').catch(() => {}))

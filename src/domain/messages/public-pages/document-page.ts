import { html, type Html } from '../../../api/html'
import { parseMarkdown } from '../../../markdown/parse'
import { renderTemplate } from '../../../markdown/render'
import { NEW_REALM_MARKDOWN_SETTINGS } from '../../../markdown/settings'
import { EMPTY_DIRECTORY } from '../../../markdown/template'
import type { PageContext } from '../../../pages/context'
import { links } from '../../../pages/forms'
import { missingPage } from '../../../pages/missing-page'
import { page } from '../../../pages/page'
import { DOCUMENTS } from './documents'
import { proseOf } from './prose-rules'

/** Returns a document as a page. Documents are in English, whatever the language of the reader is. */
export function documentPage(at: PageContext, name: string): Response {
  const { words, letterhead } = at
  const document = DOCUMENTS.get(name)
  const open = { href: '/', label: words.open(letterhead.realm_name) }
  if (document === undefined) return missingPage(at, open)
  const { title, content } = proseOf(document, (other) => DOCUMENTS.has(other))
  const body = html`<div class="content" lang="en" dir="ltr">${rendered(content, at.origin)}</div>
${links([open])}`
  return page(at, { title, body, layout: 'reading', text_language: 'en' })
}

const LIMITS = { source: 100_000, html: 400_000, tooLarge: () => new Error('A document is too long for a page') }
const SETTINGS = { ...NEW_REALM_MARKDOWN_SETTINGS, translatesEmoticons: () => false }

function rendered(content: string, realm_url: string): Html {
  const { template } = parseMarkdown(content, { ...SETTINGS, realm_url }, LIMITS)
  return { markup: renderTemplate(template, EMPTY_DIRECTORY, LIMITS).html }
}

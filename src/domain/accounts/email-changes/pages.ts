import { html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { button, form, linkButton } from '../../../pages/forms'
import { page } from '../../../pages/page'

export const askPage = (at: PageContext, email: string): Response => {
  const { title, ask, button: label } = at.words.emailChange
  return page(at, {
    title,
    body: html`<p>${ask(email)}</p>
${form(button(label))}`,
  })
}

export const donePage = (at: PageContext, email: string): Response =>
  page(at, {
    title: at.words.emailChange.title,
    body: html`<p>${at.words.emailChange.done(email)}</p>
${linkButton('/', at.words.open(at.letterhead.realm_name))}`,
  })

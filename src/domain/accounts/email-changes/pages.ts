import { html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { button, form, linkButton, links } from '../../../pages/forms'
import { page } from '../../../pages/page'

export const askPage = (at: PageContext, email: string): Response => {
  const { title, ask, button: label } = at.words.emailChange
  return page(at, {
    title,
    body: html`<p>${ask(email)}</p>
${form(button(label))}`,
  })
}

type Done = { email: string; needsPassword: boolean }

export const donePage = (at: PageContext, { email, needsPassword }: Done): Response =>
  page(at, {
    title: at.words.emailChange.title,
    body: html`<p>${at.words.emailChange.done(email)}</p>
${linkButton('/', at.words.open(at.letterhead.realm_name))}
${needsPassword ? links([{ href: '/accounts/password/reset', label: at.words.reset.title }]) : undefined}`,
  })

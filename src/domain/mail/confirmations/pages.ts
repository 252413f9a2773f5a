import { html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { addressField, button, complaintHtml, form, type Complaint } from '../../../pages/forms'
import { page } from '../../../pages/page'

type AddressForm = { title: string; email?: string; complaint?: Complaint }

/** Asks for the address to which the realm will send a link. */
export const addressForm = (at: PageContext, { title, email, complaint }: AddressForm): Response =>
  page(at, {
    title,
    body: html`${complaintHtml(at, complaint)}
${form(html`${addressField(at, 'email', { value: email })}
${button(at.words.address.button)}`)}`,
    status: complaint?.status,
  })

/** Does not depend on the address, so it does not reveal whether the address has an account. */
export const emailSentPage = (at: PageContext, email: string): Response =>
  page(at, { title: at.words.address.sentTitle, body: html`<p>${at.words.address.sent(email)}</p>` })

export const invalidLinkPage = (at: PageContext, title: string): Response =>
  page(at, { title, body: html`<p>${at.words.obstacles['invalid link']}</p>`, status: 404 })

import { html, type Html } from '../../../api/html'
import { page } from '../../../api/page'

/** What was wrong with what somebody sent, to be put right in the form that is shown again. */
export type Complaint = { msg: string; status: number }

export const complaintShown = (complaint: Complaint | undefined): Html =>
  complaint === undefined ? html`` : html`<p role="alert">${complaint.msg}</p>`

/** Asks for the address that a letter is to go to. */
export const addressForm = (title: string, email = '', complaint?: Complaint): Response =>
  page(
    title,
    html`${complaintShown(complaint)}
<form method="post">
<label for="email">Your email address</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="email" maxlength="254" required>
<button>Send me a link</button>
</form>`,
    complaint?.status,
  )

/** The same for every address, whatever there is of it. */
export const letterSentPage = (email: string): Response =>
  page('Look into your mail', html`<p>We sent a message to ${email}. A link in it is good for a day.</p>`)

/** A link that was used, was taken back or is too old is one that never was. */
export const LINK_IS_NO_GOOD = 'This link is not valid, or not any more. Ask for another one.'

export const linkIsNoGoodPage = (title: string): Response => page(title, html`<p>${LINK_IS_NO_GOOD}</p>`, 404)

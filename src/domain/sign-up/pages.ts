import { html, type Html } from '../../api/html'
import { page } from '../../api/page'
import type { Obstacle } from './ways-in'

/** What the pages say that lead into a realm. Everything that people wrote is text in them, and nothing else. */
const OBSTACLES: Record<Obstacle, [words: string, status: number]> = {
  closed: ['This organization has been deactivated.', 403],
  'no passwords': ['Password authentication is disabled in this organization.', 403],
  'no such link': ['This link is not valid, or not any more. Ask for another one.', 404],
  'by invitation only': ['You need an invitation to join this organization.', 403],
}

export function obstaclePage(obstacle: Obstacle): Response {
  const [words, status] = OBSTACLES[obstacle]
  return page('Nobody comes in here', html`<p>${words}</p>`, status)
}

/** What was wrong with what somebody sent, to be put right in the form that is shown again. */
export type Complaint = { msg: string; status: number }

const alert = (complaint: Complaint | undefined): Html =>
  complaint === undefined ? html`` : html`<p role="alert">${complaint.msg}</p>`

export const accountForm = (realm_name: string, email: string, full_name = '', complaint?: Complaint): Response =>
  page(
    `Join ${realm_name}`,
    html`${alert(complaint)}
<p>Your account will be that of ${email}.</p>
<form method="post">
<label for="full_name">Your name</label>
<input id="full_name" name="full_name" value="${full_name}" autocomplete="name" maxlength="100" required>
<label for="password">A password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="6" maxlength="100" required>
<button>Join</button>
</form>`,
    complaint?.status,
  )

export const addressForm = (title: string, email = '', complaint?: Complaint): Response =>
  page(
    title,
    html`${alert(complaint)}
<form method="post">
<label for="email">Your email address</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="email" maxlength="254" required>
<button>Send me a link</button>
</form>`,
    complaint?.status,
  )

/** The same for every address, whatever there is of it. */
export const letterSentPage = (email: string): Response =>
  page('Look into your mail', html`<p>We sent a message to ${email}. It has a link in it that is good for a day.</p>`)

export const joinedPage = (realm_name: string, realm_url: string): Response =>
  page(
    `Welcome to ${realm_name}`,
    html`<p>You have an account. Log in with your address and your password, in a client of your choice, at ${realm_url}</p>`,
  )

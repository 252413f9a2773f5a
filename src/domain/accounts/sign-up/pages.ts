import { html } from '../../../api/html'
import { page } from '../../../api/page'
import { complaintShown, LINK_IS_NO_GOOD, type Complaint } from '../confirmations/pages'
import type { Obstacle } from './ways-in'

/** What the pages say that lead into a realm. Everything that people wrote is text in them, and nothing else. */
const OBSTACLES: Record<Obstacle, [words: string, status: number]> = {
  closed: ['This organization has been deactivated.', 403],
  'no passwords': ['Password authentication is disabled in this organization.', 403],
  'no such link': [LINK_IS_NO_GOOD, 404],
  'by invitation only': ['You need an invitation to join this organization.', 403],
}

export function obstaclePage(obstacle: Obstacle): Response {
  const [words, status] = OBSTACLES[obstacle]
  return page('Nobody comes in here', html`<p>${words}</p>`, status)
}

export const accountForm = (realm_name: string, email: string, full_name = '', complaint?: Complaint): Response =>
  page(
    `Join ${realm_name}`,
    html`${complaintShown(complaint)}
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

export const joinedPage = (realm_name: string, realm_url: string): Response =>
  page(
    `Welcome to ${realm_name}`,
    html`<p>You have an account. Log in with your address and your password, in a client of your choice, at ${realm_url}</p>`,
  )

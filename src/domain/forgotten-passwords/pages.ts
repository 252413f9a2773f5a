import { html } from '../../api/html'
import { page } from '../../api/page'

const TITLE = 'Choose another password'

type Complaint = { msg: string; status: number }
const alert = (complaint: Complaint | undefined) =>
  complaint === undefined ? html`` : html`<p role="alert">${complaint.msg}</p>`

export const askingForm = (email = '', complaint?: Complaint): Response =>
  page(
    TITLE,
    html`${alert(complaint)}
<form method="post">
<label for="email">Your email address</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="email" maxlength="254" required>
<button>Send me a link</button>
</form>`,
    complaint?.status,
  )

/** The same for every address, whether or not there is an account of it. */
export const askedPage = (email: string): Response =>
  page(
    'Look into your mail',
    html`<p>We sent a message to ${email}. If there is an account of this address, it has a link in it that is good for a day.</p>`,
  )

export const passwordForm = (complaint?: Complaint): Response =>
  page(
    TITLE,
    html`${alert(complaint)}
<form method="post">
<label for="password">A new password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="6" maxlength="100" required>
<button>Use this password</button>
</form>`,
    complaint?.status,
  )

export const noGoodPage = (): Response =>
  page(TITLE, html`<p>This link is not valid, or not any more. Ask for another one.</p>`, 404)

export const donePage = (): Response =>
  page(TITLE, html`<p>Your password is another from here on. Log in with it wherever you use your account.</p>`)

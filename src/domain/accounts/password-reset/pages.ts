import { html } from '../../../api/html'
import { page } from '../../../api/page'
import { complaintShown, type Complaint } from '../confirmations/pages'

export const TITLE = 'Choose another password'

export const passwordForm = (complaint?: Complaint): Response =>
  page(
    TITLE,
    html`${complaintShown(complaint)}
<form method="post">
<label for="password">A new password</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="6" maxlength="100" required>
<button>Use this password</button>
</form>`,
    complaint?.status,
  )

export const donePage = (): Response =>
  page(TITLE, html`<p>Your password is another from here on. Log in with it wherever you use your account.</p>`)

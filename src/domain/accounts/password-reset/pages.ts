import { html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { button, complaintHtml, form, newPasswordField, PASSWORD_SCRIPT, type Complaint } from '../../../pages/forms'
import { page } from '../../../pages/page'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../people/users/rules'

export const passwordForm = (at: PageContext, email: string, complaint?: Complaint): Response =>
  page(at, {
    title: at.words.reset.title,
    body: html`${complaintHtml(at, complaint)}
<p>${at.words.reset.about}</p>
${form(html`${newPasswordField(at, { min: MIN_PASSWORD_LENGTH, max: MAX_PASSWORD_LENGTH }, email)}
${button(at.words.reset.button)}`)}`,
    status: complaint?.status,
    script_files: [PASSWORD_SCRIPT],
  })

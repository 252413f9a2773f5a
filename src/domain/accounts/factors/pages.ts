import { html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { button, complaintHtml, field, form, type Complaint } from '../../../pages/forms'
import { page } from '../../../pages/page'

/** Returns the page that asks for a one-time code or a recovery code. Phones and password managers can fill it in. */
export function secondFactorPage(
  at: PageContext,
  { next, complaint }: { next: string; complaint?: Complaint },
): Response {
  const { secondFactor } = at.words
  return page(at, {
    title: secondFactor.title,
    body: html`${complaintHtml(at, complaint)}
<p>${secondFactor.explanation}</p>
${form(
  html`<input type="hidden" name="next" value="${next}">
${field({ name: 'code', label: secondFactor.code, autocomplete: 'one-time-code', maxlength: 40, autofocus: true })}
${button(secondFactor.button)}`,
  '/login/second-factor',
)}`,
    status: complaint?.status,
  })
}

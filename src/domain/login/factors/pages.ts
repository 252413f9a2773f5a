import { html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { button, complaintHtml, field, form, problem, scriptButton, type Complaint } from '../../../pages/forms'
import { page } from '../../../pages/page'
import type { SecondFactor } from '../../people/factors/second-factor'
import { PASSKEY_SCRIPT } from '../sessions/login-page'

type SecondFactorForm = { next: string; factors: readonly SecondFactor[]; complaint?: Complaint }

/** Returns the page that asks for a passkey or a code. Phones and password managers can fill in a code. */
export function secondFactorPage(at: PageContext, { next, factors, complaint }: SecondFactorForm): Response {
  const { secondFactor, passkey } = at.words
  const hasPasskey = factors.includes('passkey')
  return page(at, {
    title: secondFactor.title,
    body: html`${complaintHtml(at, complaint)}
${hasPasskey ? html`<div class="choices">${scriptButton('second-factor', passkey.use, 'first')}${problem(passkey.problems)}</div>` : undefined}
<p>${factors.includes('totp') ? secondFactor.explanation : secondFactor.recovery}</p>
${form(
  html`<input type="hidden" name="next" value="${next}">
${field({ name: 'code', label: secondFactor.code, autocomplete: 'one-time-code', maxlength: 40, autofocus: !hasPasskey })}
${button(secondFactor.button, hasPasskey ? 'second' : 'first')}`,
  '/login/second-factor',
)}`,
    status: complaint?.status,
    script_files: hasPasskey ? [PASSKEY_SCRIPT] : [],
  })
}

import { html, type Html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { button, complaintHtml, form, passwordField, problem, scriptButton, type Complaint } from '../../../pages/forms'
import { page } from '../../../pages/page'
import { PASSKEY_SCRIPT, providerLink } from '../sessions/login-page'
import { canConfirm, type Proofs } from './proofs'

type Confirmation = Proofs & {
  /** The page that follows. */
  next: string
}

/** Returns the forms with which users prove again who they are. Only a passkey needs a script. Without a proof, they log in again. */
export function confirmationForms(at: PageContext, { hasPassword, hasPasskeys, providers, next }: Confirmation): Html {
  const { confirmation, passkey } = at.words
  const others = html`<div class="choices">${hasPasskeys ? scriptButton('confirm', passkey.use, 'first') : undefined}
${providers.map((provider) => providerLink(provider, next, confirmation.again(provider.display_name)))}</div>`
  return html`<h2>${confirmation.explanation}</h2>
${hasPasskeys || providers.length > 0 ? others : undefined}
${
  hasPassword
    ? form(
        html`<input type="hidden" name="next" value="${next}">
${passwordField(at)}
${button(confirmation.button, hasPasskeys ? 'second' : 'first')}`,
        '/accounts/confirm',
      )
    : undefined
}
${
  canConfirm({ hasPassword, hasPasskeys, providers })
    ? undefined
    : form(
        html`<input type="hidden" name="next" value="${next}">
${button(at.words.provider.again)}`,
        '/accounts/confirm',
      )
}`
}

/** Returns the page that asks again after a wrong password. */
export const confirmationPage = (at: PageContext, facts: Confirmation, complaint: Complaint): Response =>
  page(at, {
    title: at.words.confirmation.title,
    body: html`${complaintHtml(at, complaint)}
${problem(at.words.passkey.problems)}
${confirmationForms(at, facts)}`,
    status: complaint.status,
    script_files: facts.hasPasskeys ? [PASSKEY_SCRIPT] : [],
  })

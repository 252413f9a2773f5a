import { html, type Html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { button, complaintHtml, field, form, linkButton, links, problem, type Complaint } from '../../../pages/forms'
import { page } from '../../../pages/page'
import { qrPicture } from '../../../pages/qr-picture'
import { PASSKEYS_PAGE } from '../sessions/admit-browser'
import { PASSKEY_SCRIPT } from '../sessions/login-page'
import { confirmationForms } from './confirmation-pages'
import type { Proofs } from './proofs'

/** The page on which users turn one-time codes on and off. */
export const CODES_PAGE = '/accounts/one-time-codes'

/** What a form of the page asks for. */
export const CODE_STEPS = ['start', 'turn_on', 'turn_off', 'renew'] as const
type CodeStep = (typeof CODE_STEPS)[number]

export type WaitingSecret = { secret: string; otpauth_url: string }

export type CodesPage = {
  /** Since when codes are needed; null if they are off. */
  since: number | null
  recovery_codes_left: number
  /** Whether the user proved a short time ago who they are. */
  isRecent: boolean
  proofs: Proofs
  /** A secret that waits for its first code. */
  waiting?: WaitingSecret | undefined
  complaint?: Complaint | undefined
}

/** Returns the page on which users turn one-time codes on and off. It needs no script. */
export function codesPage(at: PageContext, facts: CodesPage): Response {
  const { codes, passkey } = at.words
  const { since, recovery_codes_left, isRecent, proofs, complaint } = facts
  const asksForPasskey = !isRecent && proofs.hasPasskeys
  return page(at, {
    title: codes.title,
    body: html`${complaintHtml(at, complaint)}
<p>${codes.explanation}</p>
${asksForPasskey ? problem(passkey.problems) : undefined}
${since === null ? undefined : html`<p>${codes.on(dateOf(since))} ${codes.left(recovery_codes_left)}</p>`}
${isRecent ? changes(at, facts) : confirmationForms(at, { ...proofs, next: CODES_PAGE })}
${links([
  { href: PASSKEYS_PAGE, label: passkey.title },
  { href: '/', label: passkey.back(at.letterhead.realm_name) },
])}`,
    status: complaint?.status,
    script_files: asksForPasskey ? [PASSKEY_SCRIPT] : [],
  })
}

function changes(at: PageContext, { since, waiting }: CodesPage): Html {
  const { codes } = at.words
  if (waiting !== undefined) return firstCodeForm(at, waiting)
  if (since === null) return stepForm('start', button(codes.begin))
  return html`${stepForm('renew', button(codes.renew))}
${stepForm('turn_off', button(codes.turnOff, 'second'))}`
}

const firstCodeForm = (at: PageContext, { secret, otpauth_url }: WaitingSecret): Html => {
  const { codes } = at.words
  return html`<p>${codes.scan}</p>
${qrPicture(otpauth_url, codes.picture)}
<p>${codes.key}<br>
<code>${secret.match(/.{1,4}/g)?.join(' ')}</code></p>
<p><a href="${otpauth_url}">${codes.open}</a></p>
${stepForm(
  'turn_on',
  html`${field({ name: 'code', label: codes.code, autocomplete: 'one-time-code', maxlength: 10, numeric: true, autofocus: true })}
${button(codes.turnOn)}`,
)}`
}

const stepForm = (step: CodeStep, body: Html): Html =>
  form(
    html`<input type="hidden" name="step" value="${step}">
${body}`,
    CODES_PAGE,
  )

/** Shows recovery codes, for the only time. */
export const recoveryCodesPage = (at: PageContext, recovery_codes: readonly string[]): Response =>
  page(at, {
    title: at.words.recovery.title,
    body: html`<p>${at.words.recovery.text}</p>
<ul class="codes">${recovery_codes.map((code) => html`<li>${code}</li>`)}</ul>
${linkButton(CODES_PAGE, at.words.recovery.done)}`,
  })

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

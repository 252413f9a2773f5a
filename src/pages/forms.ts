import { html, type Html } from '../api/html'
import type { PageContext } from './context'

/** Why the realm refused a form. The page shows the form again, with this message. */
export type Complaint = { msg: string; status: number }

/** Returns the complaint in the language of the page. The API's own text is the key of the translation. */
export const complaintHtml = ({ words }: PageContext, complaint: Complaint | undefined): Html =>
  complaint === undefined ? html`` : html`<p role="alert">${words.refusals[complaint.msg] ?? complaint.msg}</p>`

/** A refusal as a page shows it. With 401 and `WWW-Authenticate`, a browser would ask for a password itself. */
export const forPage = ({ msg, status }: Complaint): Complaint => ({ msg, status: status === 401 ? 403 : status })

type Field = {
  name: string
  label: string
  hint?: string
  type?: 'text' | 'email'
  value?: string
  /** What password managers and browsers fill in. */
  autocomplete: string
  maxlength: number
  autofocus?: boolean
  /** Digits only: phones show the keyboard for numbers. */
  numeric?: boolean
}

export const field = (f: Field): Html =>
  html`<label>${f.label}
<input name="${f.name}" type="${f.type ?? 'text'}" value="${f.value ?? ''}" autocomplete="${f.autocomplete}" maxlength="${f.maxlength}" required${flag('autofocus', f.autofocus)}${flag('inputmode="numeric"', f.numeric)}>${hint(f.hint)}</label>`

/** The address of the user, for a login or an account. Its name is that of the API. */
export const addressField = (
  { words }: PageContext,
  name: 'username' | 'email',
  { value = '', autofocus = true, offersPasskeys = false } = {},
): Html =>
  field({
    name,
    label: words.fields.address,
    type: 'email',
    value,
    autocomplete: offersPasskeys ? `${autofillOf(name)} webauthn` : autofillOf(name),
    maxlength: 254,
    autofocus,
  })

const autofillOf = (name: 'username' | 'email') => (name === 'username' ? 'username' : 'email')

/** The password of an account that exists. */
export const passwordField = ({ words }: PageContext): Html =>
  html`<label>${words.fields.password}
<input name="password" type="password" autocomplete="current-password" maxlength="1000" required></label>`

/** The script that shows how strong a new password is. Only the pages on which a password is chosen load it. */
export const PASSWORD_SCRIPT = '/pages/password.js'

type PasswordLimits = { min: number; max: number }

/** A password that the user chooses. The hidden address lets password managers store both together. */
export const newPasswordField = ({ words }: PageContext, { min, max }: PasswordLimits, address: string): Html =>
  html`<input name="username" type="email" value="${address}" autocomplete="username" hidden readonly tabindex="-1">
<label>${words.fields.newPassword}
<input name="password" type="password" autocomplete="new-password" minlength="${min}" maxlength="${max}" data-address="${address}" required>${hint(words.fields.passwordHint(min))}</label>
<p class="strength" data-part="strength" data-weak="${words.fields.strength.weak}" data-fair="${words.fields.strength.fair}" data-strong="${words.fields.strength.strong}" hidden><meter min="0" max="3" aria-hidden="true"></meter><small aria-live="polite"></small></p>`

const flag = (attribute: string, isSet: boolean | undefined): Html => (isSet ? { markup: ` ${attribute}` } : html``)

const hint = (text: string | undefined): Html | undefined =>
  text === undefined ? undefined : html`<small>${text}</small>`

/** Where a script says why something failed. It shows the sentence of the server, or one of these. */
export const problem = (sentences: { refused: string; cancelled: string; taken?: string }): Html =>
  html`<p role="alert" data-part="problem" data-refused="${sentences.refused}" data-cancelled="${sentences.cancelled}" data-taken="${sentences.taken ?? ''}" hidden></p>`

/** A button for a script, which shows it. `first` is the usual way on from the page. */
export const scriptButton = (part: string, label: string, rank: 'first' | 'second' = 'second'): Html =>
  html`<button type="button" class="${rank}" data-part="${part}" hidden>${label}</button>`

export const button = (label: string, rank: 'first' | 'second' = 'first'): Html =>
  rank === 'first' ? html`<button>${label}</button>` : html`<button class="second">${label}</button>`

/** A form that the page's own address receives, or `action`. */
export const form = (body: Html, action?: string): Html =>
  action === undefined
    ? html`<form method="post">
${body}
</form>`
    : html`<form method="post" action="${action}">
${body}
</form>`

/** Paragraphs of links below a form. */
export const links = (items: readonly { href: string; label: string }[]): Html =>
  html`<nav class="aside">${items.map(({ href, label }) => html`<p><a href="${href}">${label}</a></p>`)}</nav>`

/** A link that looks like a button: the one way on from a page without a form. */
export const linkButton = (href: string, label: string): Html =>
  html`<p><a class="button" href="${href}">${label}</a></p>`

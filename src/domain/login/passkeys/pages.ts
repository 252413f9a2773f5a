import { html, type Html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { linkButton, links, problem } from '../../../pages/forms'
import { page } from '../../../pages/page'
import { MAX_NAME_CHARACTERS } from '../../people/passkeys/passkey'
import { CODES_PAGE } from '../factors/code-pages'
import { confirmationForms } from '../factors/confirmation-pages'
import type { Proofs } from '../factors/proofs'
import { PASSKEYS_PAGE } from '../sessions/admit-browser'
import { PASSKEY_SCRIPT } from '../sessions/login-page'
import type { passkeyShape } from './wire-passkey'
import type { InferOutput } from 'valibot'

type WirePasskey = InferOutput<typeof passkeyShape>

type PasskeysPage = {
  passkeys: readonly WirePasskey[]
  /** Whether the user proved a short time ago who they are. */
  isRecent: boolean
  proofs: Proofs
  /** Whether the user can do nothing else before adding a passkey. */
  isRequired: boolean
  /** The suggested name of a new passkey: the browser and its system. */
  suggestion: string
}

/** Returns the page on which users add, rename and remove their passkeys. It needs its script, as passkeys do. */
export function passkeysPage(at: PageContext, facts: PasskeysPage): Response {
  const { passkeys, isRecent, proofs, isRequired, suggestion } = facts
  const { passkey, codes, recovery } = at.words
  return page(at, {
    title: passkey.title,
    body: html`${isRequired ? html`<p><strong>${passkey.required}</strong></p>` : undefined}
<p>${passkey.explanation}</p>
<p data-part="unsupported" hidden>${passkey.unsupported}</p>
${problem({ ...passkey.problems, taken: passkey.taken })}
${passkeys.length === 0 ? html`<p>${passkey.none}</p>` : html`<ul class="items">${passkeys.map((item) => itemHtml(at, item, isRecent))}</ul>`}
${isRecent ? addForm(at, suggestion) : confirmationForms(at, { ...proofs, next: PASSKEYS_PAGE })}
${links([
  { href: CODES_PAGE, label: codes.title },
  { href: '/', label: passkey.back(at.letterhead.realm_name) },
])}
<section data-part="added" hidden><h2>${recovery.title}</h2>
<p>${recovery.text}</p>
<ul class="codes" data-part="codes"></ul>
${linkButton(PASSKEYS_PAGE, recovery.done)}</section>`,
    script_files: [PASSKEY_SCRIPT],
  })
}

/** The script shows what changes a passkey when it can send the change. Before, the browser would only load the page again. */
function itemHtml({ words }: PageContext, item: WirePasskey, isRecent: boolean): Html {
  const { passkey } = words
  const facts = [
    passkey.added(dateOf(item.date_created)),
    ...(item.last_used === null ? [] : [passkey.used(dateOf(item.last_used))]),
    ...(item.is_backed_up ? [passkey.backedUp] : []),
  ]
  const changes = html`<details><summary>${passkey.rename}</summary>
<form data-part="rename" data-id="${item.passkey_id}"><label>${passkey.name}
<input name="name" value="${item.name}" maxlength="${MAX_NAME_CHARACTERS}" autocomplete="off" required></label>
<button class="second">${passkey.rename}</button></form>
</details>
<button type="button" class="second" data-part="remove" data-id="${item.passkey_id}">${passkey.remove}</button>`
  return html`<li><strong>${item.name}</strong>
<small>${facts.join(', ')}</small>
${isRecent ? html`<div class="changes" data-part="changes" hidden>${changes}</div>` : undefined}</li>`
}

const addForm = ({ words }: PageContext, suggestion: string): Html =>
  html`<form data-part="add" hidden><label>${words.passkey.name}
<input name="name" value="${suggestion}" maxlength="${MAX_NAME_CHARACTERS}" autocomplete="off" required></label>
<button>${words.passkey.add}</button></form>`

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10)

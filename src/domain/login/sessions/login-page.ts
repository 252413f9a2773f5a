import { html, type Html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import {
  addressField,
  button,
  complaintHtml,
  form,
  links,
  passwordField,
  problem,
  scriptButton,
  type Complaint,
} from '../../../pages/forms'
import { page } from '../../../pages/page'
import { providerIcon } from '../providers/icons'
import type { ProviderKind } from '../providers/provider'

/** The button of an identity provider. */
export type ProviderButton = { path: string; display_name: string; kind: ProviderKind }

type LoginForm = {
  providers: readonly ProviderButton[]
  next: string
  username?: string
  complaint?: Complaint
  /** Whether visitors without an invitation may sign up. */
  allowsSignUp: boolean
  /** Whether there are public channels, which need no account. */
  hasPublicPages: boolean
  /** Whether a passkey alone logs in. */
  allowsPasskeys: boolean
}

/** Returns the page to log in. It works without its script, which adds passkeys, and password managers can fill it in. */
export function loginPage(
  at: PageContext,
  { next, username, complaint, allowsSignUp, hasPublicPages, allowsPasskeys, providers }: LoginForm,
): Response {
  const { login } = at.words
  const others = [{ href: '/accounts/password/reset', label: login.forgotten }]
  if (allowsSignUp) others.push({ href: '/register', label: login.signUp })
  if (hasPublicPages) others.push({ href: '/public', label: at.words.public.channels })
  return page(at, {
    title: login.title(at.letterhead.realm_name),
    body: html`${complaintHtml(at, complaint)}
${form(
  html`<input type="hidden" name="next" value="${next}">
${addressField(at, 'username', { value: username, offersPasskeys: allowsPasskeys })}
${passwordField(at)}
${button(login.button)}`,
  '/login',
)}
${choices(at, { next, allowsPasskeys, providers })}
${links(others)}`,
    script_files: allowsPasskeys ? [PASSKEY_SCRIPT] : [],
    status: complaint?.status,
  })
}

export const PASSKEY_SCRIPT = '/pages/passkeys.js'

/** The page for users who lost their passkeys, in an organization without passwords. */
export const RECOVERY_PAGE = '/login/recovery'

type Choices = Pick<LoginForm, 'next' | 'allowsPasskeys' | 'providers'>

/** The ways to log in besides a password. */
const choices = (at: PageContext, { next, allowsPasskeys, providers }: Choices): Html =>
  html`<div class="choices">${allowsPasskeys ? scriptButton('log-in', at.words.passkey.logIn) : undefined}
${providers.map((provider) => providerLink(provider, next, at.words.provider.button(provider.display_name)))}
${problem(at.words.passkey.problems)}</div>`

/** The button that leads to a provider, and from there to `next`. */
export const providerLink = ({ path, kind }: ProviderButton, next: string, label: string): Html =>
  html`<a class="button second" href="${`${path}?${new URLSearchParams({ next }).toString()}`}">${providerIcon(kind)}${label}</a>`

type ClosedPage = Choices & { complaint: Complaint }

/** Returns the page of an organization in which no password logs in. Passkeys and identity providers may. */
export const closedPage = (at: PageContext, { complaint, ...facts }: ClosedPage): Response => {
  const isClosed = facts.providers.length === 0 && !facts.allowsPasskeys
  return page(at, {
    title: at.words.login.title(at.letterhead.realm_name),
    body: isClosed
      ? complaintHtml(at, complaint)
      : html`<input type="hidden" name="next" value="${facts.next}">
${choices(at, facts)}
${facts.providers.length === 0 ? html`<p>${at.words.passkey.only}</p>` : undefined}
${facts.allowsPasskeys ? links([{ href: RECOVERY_PAGE, label: at.words.lostPasskey.title }]) : undefined}`,
    status: isClosed ? complaint.status : 200,
    script_files: facts.allowsPasskeys ? [PASSKEY_SCRIPT] : [],
  })
}

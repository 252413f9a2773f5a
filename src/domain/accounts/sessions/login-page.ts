import { html, type Html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { addressField, button, complaintHtml, form, links, passwordField, type Complaint } from '../../../pages/forms'
import { page } from '../../../pages/page'

/** The button of an identity provider. */
export type ProviderButton = { path: string; display_name: string }

type LoginForm = {
  providers: readonly ProviderButton[]
  next: string
  username?: string
  complaint?: Complaint
  /** Whether visitors without an invitation may sign up. */
  allowsSignUp: boolean
}

/** Returns the page to log in. It works without a script, and password managers can fill it in. */
export function loginPage(
  at: PageContext,
  { next, username, complaint, allowsSignUp, providers }: LoginForm,
): Response {
  const { login } = at.words
  const others = [{ href: '/accounts/password/reset', label: login.forgotten }]
  if (allowsSignUp) others.push({ href: '/register', label: login.signUp })
  return page(at, {
    title: login.title(at.letterhead.realm_name),
    body: html`${complaintHtml(at, complaint)}
${form(
  html`<input type="hidden" name="next" value="${next}">
${addressField(at, 'username', { value: username })}
${passwordField(at)}
${button(login.button)}`,
  '/login',
)}
${providerButtons(at, providers, next)}
${links(others)}`,
    status: complaint?.status,
  })
}

const providerButtons = (at: PageContext, providers: readonly ProviderButton[], next: string): Html =>
  html`<div class="choices">${providers.map(
    ({ path, display_name }) =>
      html`<a class="button second" href="${`${path}?${new URLSearchParams({ next }).toString()}`}">${at.words.provider.button(display_name)}</a>`,
  )}</div>`

type ClosedPage = { next: string; complaint: Complaint; providers: readonly ProviderButton[] }

/** Returns the page of an organization in which no password logs in. Identity providers may. */
export const closedPage = (at: PageContext, { next, complaint, providers }: ClosedPage): Response =>
  page(at, {
    title: at.words.login.title(at.letterhead.realm_name),
    body: providers.length > 0 ? providerButtons(at, providers, next) : complaintHtml(at, complaint),
    status: providers.length > 0 ? 200 : complaint.status,
  })

import { html, type Html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { button, form, linkButton, links } from '../../../pages/forms'
import { page } from '../../../pages/page'

export const ORGANIZATIONS_PAGE = '/organizations'
const SCRIPT = '/pages/organizations.js'

type Reader = { id: number; origin: string; created_at: number }

type OrganizationsPage = { user_id: number; readers: readonly Reader[]; development: boolean }

/**
 * Returns the page on which users choose organizations. Its script reads the public settings of others, so the page may connect to any
 * host. It sends no credential there, and no other page may connect.
 */
export function organizationsPage(at: PageContext, { user_id, readers, development }: OrganizationsPage): Response {
  const { organizations: words, passkey } = at.words
  return page(at, {
    title: words.title,
    body: html`<p>${words.explanation}</p>
<p role="alert" data-part="problem" data-unreachable="${words.unreachable}" data-invalid="${words.invalid}" data-many="${words.many}" data-unasked="${words.unasked}" hidden></p>
<ul class="items" data-part="list" data-user="${user_id}"></ul>
<template data-part="entry"><li><strong></strong>
<small></small>
<div class="changes"><a class="button second" data-part="open">${words.open}</a>
<button type="button" class="second" data-part="ask">${words.show}</button>
<a class="button second" data-part="give">${words.give}</a>
<button type="button" class="second" data-part="remove">${words.remove}</button></div></li></template>
<section data-part="proposed" hidden><h2>${words.proposed}</h2><p>${words.check}</p></section>
<section data-part="found" hidden><h2></h2>
<p><code></code></p>
<p>${words.check}</p>
<button type="button" data-part="add">${words.add}</button></section>
<form data-part="look-up" hidden><label>${words.address}
<input name="address" inputmode="url" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="200" required></label>
<button class="second">${words.lookUp}</button></form>
${readers.length === 0 ? undefined : readersHtml(at, readers)}
${links([{ href: '/', label: passkey.back(at.letterhead.realm_name) }])}`,
    script_files: [SCRIPT],
    connects: development ? 'https: http:' : 'https:',
  })
}

const readersHtml = ({ words }: PageContext, readers: readonly Reader[]): Html =>
  html`<h2>${words.organizations.readers}</h2>
<ul class="items">${readers.map(
    ({ id, origin, created_at }) => html`<li><strong>${hostOf(origin)}</strong>
<small>${words.passkey.added(new Date(created_at * 1000).toISOString().slice(0, 10))}</small>
${form(html`<input type="hidden" name="address_id" value="${id}">${button(words.organizations.stop, 'second')}`, `${ORGANIZATIONS_PAGE}/stop`)}</li>`,
  )}</ul>`

/** Asks the user whether a page of another organization may read the unread counts. It names the host, which cannot be chosen as a name can. */
export function sharePage(at: PageContext, question: { with: string; state: string }, user_id: number): Response {
  const { organizations: words } = at.words
  const { realm_name } = at.letterhead
  return page(at, {
    title: words.shareTitle,
    body: html`<p>${words.shareAsk(realm_name)}</p>
<p><code>${hostOf(question.with)}</code></p>
<p>${words.shareEnd}</p>
${form(
  html`<input type="hidden" name="with" value="${question.with}">
<input type="hidden" name="state" value="${question.state}">
<label class="option" data-part="back" data-user="${user_id}" hidden><input type="checkbox" checked><span>${words.shareBack}</span></label>
${button(words.allow)}`,
  `${ORGANIZATIONS_PAGE}/share`,
)}
<a class="button second" href="${question.with}${ORGANIZATIONS_PAGE}">${words.refuse}</a>`,
    script_files: [SCRIPT],
    form_targets: [question.with],
  })
}

export const problemPage = (at: PageContext): Response =>
  page(at, {
    title: at.words.organizations.shareTitle,
    body: html`<p role="alert">${at.words.organizations.invalid}</p>
${linkButton(ORGANIZATIONS_PAGE, at.words.organizations.title)}`,
    status: 400,
  })

const hostOf = (origin: string): string => new URL(origin).host

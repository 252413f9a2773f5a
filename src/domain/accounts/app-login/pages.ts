import { html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { button, form, linkButton } from '../../../pages/forms'
import { page } from '../../../pages/page'
import { finishScript } from './finish-script'

/**
 * Asks before a phone's app receives a key. A page of another site can open this login in a browser that is logged in, so the
 * user must press a button.
 */
export const confirmPage = (
  at: PageContext,
  { token, email, scheme, start }: { token: string; email: string; scheme: string; start: string },
) =>
  page(at, {
    title: at.words.app.confirmTitle,
    body: html`<p>${at.words.app.confirm(email)}</p>
${form(
  html`<input type="hidden" name="token" value="${token}">
${button(at.words.app.confirmButton)}`,
  '/accounts/login/app',
)}
${otherAccount(at, start)}`,
    form_targets: [`${scheme}:`],
  })

/** The browser may be logged in with another account than the one that the user wants in the app. `start` leads back to this page. */
const otherAccount = (at: PageContext, start: string) =>
  html`<p><a href="/login?${new URLSearchParams({ another: 'true', next: start }).toString()}">${at.words.app.otherAccount}</a></p>`

/** Shows the encrypted token that the user takes to the desktop app. */
export const copyPage = (
  at: PageContext,
  { sealed, email, start }: { sealed: string; email: string; start: string },
): Response =>
  page(at, {
    title: at.words.app.copyTitle,
    body: html`<p>${at.words.app.account(email)} ${at.words.app.copy}</p>
<p><code id="token">${sealed}</code></p>
${button(at.words.app.copyButton)}
${otherAccount(at, start)}`,
    script: `document.querySelector('button').addEventListener('click', () => navigator.clipboard.writeText(document.getElementById('token').textContent))`,
  })

/** The page in the desktop app: it opens the browser, and waits for the token in the clipboard or in its field. */
export const finishPage = (at: PageContext, start: string): Response =>
  page(at, {
    title: at.words.app.finishTitle,
    body: html`<p>${at.words.app.finish}</p>
<p><a class="button" id="open" href="${start}" target="_blank">${at.words.app.openBrowser}</a></p>
<form id="form"><label>${at.words.app.token}
<input name="token" id="sealed" autocomplete="off" maxlength="200" required></label>
${button(at.words.app.finishButton)}</form>
<p role="alert" id="problem" hidden>${at.words.app.wrongToken}</p>`,
    script: finishScript,
  })

export const invalidTokenPage = (at: PageContext): Response =>
  page(at, {
    title: at.words.app.finishTitle,
    body: html`<p>${at.words.app.expired}</p>
${linkButton('/login', at.words.login.button)}`,
    status: 400,
  })

import { html, type Html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { button, form } from '../../../pages/forms'
import { page } from '../../../pages/page'
import { SCOPES } from '../../people/agents/scopes'
import { isLocal, type OAuthClient } from './client-rules'
import { requestedScopes, type AuthorizationParams, type RequestProblem } from './request-rules'

type Choice = { stream_id: number; name: string }
type Consent = { client: OAuthClient; request: AuthorizationParams; email: string; channels: readonly Choice[] }

/** Asks the user what an agent may do. It names the host that receives the code, because a client chooses its name itself. */
export function consentPage(at: PageContext, { client, request, email, channels }: Consent): Response {
  const { agents } = at.words
  const { host, origin } = new URL(request.redirect_uri)
  // An agent that asked for less can need more later, and many clients cannot ask again. The user decides it here.
  const requested = requestedScopes(request.scope)
  const warning = isLocal(request.redirect_uri)
    ? agents.local
    : client.host === undefined
      ? agents.unverified
      : undefined
  return page(at, {
    title: agents.title(client.client_name),
    body: html`<p>${agents.ask(client.client_name, email)}</p>
<p>${agents.host} <code>${client.host ?? host}</code>. ${agents.redirect} <code>${host}</code>.</p>
${warning === undefined ? undefined : html`<p role="alert">${warning}</p>`}
${form(
  html`${Object.entries(request).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<h2>${agents.may}</h2>
${SCOPES.map((scope) => option(`scope_${scope}`, agents.scopes[scope], requested.includes(scope)))}
<h2>${agents.where}</h2>
<p>${agents.everywhere}</p>
${channels.map(({ stream_id, name }) => option(`channel_${stream_id}`, `#${name}`, false))}
${button(agents.allow)}
<button class="second" name="refuse" value="1">${agents.refuse}</button>`,
  '/oauth/authorize',
)}`,
    form_targets: [origin],
  })
}

const option = (name: string, label: string, isChecked: boolean): Html =>
  html`<label class="option"><input type="checkbox" name="${name}" value="1"${isChecked ? { markup: ' checked' } : undefined}><span>${label}</span></label>`

/** The server redirects no browser to an address that it does not know, so it explains the problem itself. */
export const problemPage = (
  at: PageContext,
  problem: RequestProblem | 'client' | 'redirect_uri' | 'disabled' | 'nothing',
): Response =>
  page(at, {
    title: at.words.agents.problemTitle,
    body: html`<p role="alert">${at.words.agents.problems[problem]}</p>`,
    status: 400,
  })

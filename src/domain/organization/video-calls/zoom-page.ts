import { html } from '../../../api/html'
import type { PageContext } from '../../../pages/context'
import { linkButton } from '../../../pages/forms'
import { page } from '../../../pages/page'

/** The page after Zoom. It needs no script: the client that waits receives an event. */
export function zoomPage(at: PageContext, outcome: 'connected' | 'failed'): Response {
  const { calls } = at.words
  const isConnected = outcome === 'connected'
  return page(at, {
    title: isConnected ? calls.connectedTitle : calls.failedTitle,
    body: isConnected
      ? html`<p>${calls.connected}</p>`
      : html`<p role="alert">${calls.failed}</p>
${linkButton('/calls/zoom/register', calls.again)}`,
    status: isConnected ? 200 : 403,
  })
}

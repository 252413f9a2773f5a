// The network between pages that send to each other. Each address that a page names is replaced by one of this program, which passes packets on,
// or drops all of them. Chromium's own emulation of loss does not reach its connections.

import type { Page } from 'playwright-core'
import { candidateThrough, noFaults, withoutCandidates } from '../web/test/media/bad-network.ts'

type Signal = { description?: { sdp?: string }; candidate?: { candidate?: string } }

export const between = noFaults()

/** Puts this program between the page and those to which it sends its addresses. */
export const passesThrough = (page: Page): Promise<void> =>
  page.routeWebSocket('**/parley/calls/*/socket**', (socket) => {
    const server = socket.connectToServer()
    let sent = Promise.resolve()
    socket.onMessage((message) => {
      sent = sent.then(async () => {
        const text = await throughHere(String(message))
        if (text !== undefined) server.send(text)
      })
    })
  })

/** Returns the message as the others receive it; undefined if it goes to no one. */
async function throughHere(text: string): Promise<string | undefined> {
  if (!text.startsWith('{"to"')) return text
  const message: { signal: Signal } = JSON.parse(text)
  const { description, candidate } = message.signal
  if (description?.sdp) description.sdp = withoutCandidates(description.sdp)
  if (candidate?.candidate) {
    const here = await candidateThrough(candidate.candidate, between)
    if (here === undefined) return undefined
    candidate.candidate = here
  }
  return JSON.stringify(message)
}

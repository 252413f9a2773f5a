import { createEffect, createRoot } from 'solid-js'
import type { Client } from '../client/client'
import { SEAT } from './kept-seat'

/** Opens the call of a link, and returns to the call in which the page was before it was loaded again. */
export function watchCalls(client: Client): void {
  const { address } = client.environment
  const openLink = () => {
    const link = address.read()
    if (link.startsWith('#call/'))
      whenCaughtUp(client, () => void import('./session').then(({ openCall }) => openCall(client, link), client.report))
  }
  address.listen(openLink, client.signal)
  openLink()
  if (sessionStorage.getItem(SEAT) !== null)
    void import('./session').then(({ callSession }) => callSession(client).comeBack(), client.report)
}

/** The state of an earlier page lacks a call that has just begun. */
function whenCaughtUp({ isCaughtUp, signal }: Client, run: () => void): void {
  createRoot((dispose) => {
    signal.addEventListener('abort', dispose)
    createEffect(() => {
      if (!isCaughtUp()) return
      dispose()
      run()
    })
  })
}

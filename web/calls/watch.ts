import { createEffect, createRoot } from 'solid-js'
import type { Event } from '../../client-state/wire'
import type { Client } from '../client/client'
import { SEAT } from './kept-seat'
import { rings } from './rings'

/** Rings, opens the call of a link, and returns to the call in which the page was before it was loaded again. */
export function watchCalls(client: Client): void {
  const { address } = client.environment
  client.onEvents.add((events) => {
    for (const event of events) noteRing(client, event)
  })
  const openLink = () => {
    const link = address.read()
    const [, id, isAnswer] = /^#call\/(\d+)(\/answer)?$/.exec(link) ?? []
    if (id === undefined) return
    whenCaughtUp(client, () => {
      if (address.read() !== link) return
      void import('./session').then(
        ({ openCall }) => openCall(client, Number(id), isAnswer !== undefined),
        client.report,
      )
    })
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

function noteRing(client: Client, event: Event): void {
  if (event.type !== 'parley_call') return
  const { user_id } = client.store.state
  const { add, remove } = rings(client)
  if (event.op === 'start' && event.rings) add(event.call.id)
  if (event.op === 'end') remove(event.call_id)
  if (event.op === 'declined' && event.user_id === user_id) remove(event.call_id)
  // Another client of the user answered.
  if (event.op === 'people' && event.call.people.some((person) => person.user_id === user_id)) remove(event.call.id)
}

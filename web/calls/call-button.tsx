import { Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { Icon } from '../parts/icon'
import type { Route } from '../routes/route'
import { hasPermission } from '../store/viewer'
import { refusalToWrite } from '../store/may-write'
import { overlayWords } from '../words/en-overlays'
import { callAt, placeOf } from './place'

/** Starts a call in a conversation. While one runs there, the line below the head offers to join. */
export function CallButton(props: { route: Route }) {
  const client = useClient()
  const { report, store, watch } = client
  const place = () => placeOf(client, props.route)
  const mayStart = () => {
    for (const part of ['groups', 'realm', 'channels', 'people'] as const) watch(part)
    const { route } = props
    if (route.view !== 'topic' && route.view !== 'channel' && route.view !== 'direct') return false
    return (
      hasPermission(store.state, 'parley_can_start_calls_group') && refusalToWrite(store.state, route) === undefined
    )
  }
  const start = () => {
    const to = place()
    if (to) void import('./session').then(({ callSession }) => callSession(client).enter(to), report)
  }
  return (
    <Show when={place() !== undefined && mayStart() && callAt(client, place()!) === undefined}>
      <button class="ib" aria-label={overlayWords.head.call} onClick={start}>
        <Icon name="call" />
      </button>
    </Show>
  )
}

import { Show } from 'solid-js'
import { Announcer } from '../list/announcer'
import type { Route } from '../routes/route'
import { PinBar } from './pin-bar'
import { SelectionBar } from './selection-bar'

/** What stands between the title and the messages of a view. It loads after the messages. */
export function ConversationBars(props: { route: Route; isActive: boolean }) {
  const { route: place } = props
  return (
    <>
      <SelectionBar route={props.route} isActive={props.isActive} />
      <Announcer route={props.route} isActive={props.isActive} />
      <Show when={place.view === 'channel' || place.view === 'topic' ? place : undefined}>
        {(channel) => <PinBar place={channel()} isActive={props.isActive} />}
      </Show>
    </>
  )
}

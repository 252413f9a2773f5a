import { Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { Icon } from '../parts/icon'
import type { Route } from '../routes/route'
import { talkWords as words } from '../words/en-talk'
import { namesIn } from './names'
import { callAt, placeOf } from './place'
import { callSession } from './session'
import './calls.css'

/** Says above the messages who is in the call of the conversation, with the button to join. Nothing for who is in it in this tab. */
export function CallStrip(props: { route: Route }) {
  const client = useClient()
  const session = callSession(client)
  const place = () => placeOf(client, props.route)
  const call = () => {
    const here = place()
    return here && callAt(client, here)
  }
  return (
    <Show when={call()}>
      {(running) => (
        <Show when={session.call_id() !== running().id}>
          <div class="call-strip">
            <Icon name="call" />
            <span class="word" dir="auto">
              {running().people.length === 0
                ? words.call
                : words.talk(namesIn(client, running()), running().people.length)}
            </span>
            <button class="act go" onClick={() => void session.enter(place()!)}>
              {words.join}
            </button>
          </div>
        </Show>
      )}
    </Show>
  )
}

import { For } from 'solid-js'
import { useClient } from '../client/use-client'
import { Icon } from '../parts/icon'
import { talkWords as words } from '../words/en-talk'
import { namesIn, placeName } from './names'
import { routeOf, runningCalls } from './place'
import './calls.css'

/** The calls that run, above all other places. */
export function RailCalls() {
  const client = useClient()
  return (
    <div class="rail-calls" role="group" aria-label={words.running}>
      <For each={runningCalls(client)}>
        {(call) => (
          <a class="row" href={client.hrefOf(routeOf(client, call))} title={namesIn(client, call)}>
            <Icon name="call" />
            <span class="name" dir="auto">
              {placeName(client, call)}
            </span>
            <span class="count" aria-label={words.talk(namesIn(client, call), call.people.length)}>
              {call.people.length}
            </span>
          </a>
        )}
      </For>
    </div>
  )
}

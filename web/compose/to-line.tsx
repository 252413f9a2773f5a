import { createUniqueId, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import type { Writable } from '../routes/route'
import { labelOf } from '../base/labels'
import { words } from '../words/en'
import { TopicField } from './topic-field'

type Props = {
  route: Writable
  topic: string
  done: () => void
  leave: () => void
  ref: (element: HTMLInputElement) => void
}

/** Where a message goes. In a channel, it asks for the topic. */
export function ToLine(props: Props) {
  const client = useClient()
  const { drafts } = client
  const { route } = props
  const id = createUniqueId()
  return (
    <div class="to">
      <Show
        when={route.view === 'channel' ? route : undefined}
        fallback={
          <span class="name">
            {words.composer.to} <b>{labelOf(client, route)}</b>
          </span>
        }
      >
        {(channel) => (
          <TopicField
            id={`topic-${id}`}
            label={words.composer.topicIn(labelOf(client, channel()))}
            stream_id={channel().stream_id}
            value={props.topic}
            input={(name) => drafts.write(route, { topic: name })}
            done={props.done}
            leave={props.leave}
            ref={props.ref}
          />
        )}
      </Show>
    </div>
  )
}
